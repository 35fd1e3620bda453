package dev.holdfast.tck.memory;

import dev.holdfast.engine.time.SystemTime;
import dev.holdfast.memory.MemorySpaceView;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.StoreUnderTest;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

public final class MemoryUnderTest implements StoreUnderTest {

  private final String name = "tck-" + UUID.randomUUID();
  private final MemorySpaceView space = MemorySpaceView.open(name, new SystemTime());

  @Override
  public String uri() {
    return "memory://" + name;
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.allOf(Capability.class);
  }

  @Override
  public List<String> leftovers() {
    return space.resources().stream().map(ResourceId::toString).toList();
  }

  @Override
  public List<String> sessions() {
    return space.sessions();
  }

  @Override
  public void endSession(String sessionId) {
    space.endSession(sessionId);
  }

  @Override
  public void forget(ResourceId resource) {
    space.forget(resource);
  }

  @Override
  public int awaiting(ResourceId latch) {
    return space.awaiting(latch);
  }

  @Override
  public void close() {
    space.close();
  }
}
