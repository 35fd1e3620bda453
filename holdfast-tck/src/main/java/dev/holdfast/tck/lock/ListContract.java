package dev.holdfast.tck.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.ClientClosedException;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.LockKind;
import dev.holdfast.LockSummary;
import dev.holdfast.LockView;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import dev.holdfast.tck.arena.Visitor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Lists of what is held or waited for, and looks at what has a name. */
@ExtendWith(ContractExtension.class)
final class ListContract {

  private static final Duration LONG = Duration.ofSeconds(20);

  private final Arena arena;
  private final LockClient client;
  private final LockClient operator;

  ListContract(Arena arena) {
    this.arena = arena;
    this.client = arena.client();
    this.operator = arena.client();
  }

  private List<String> names(String pattern) {
    return operator.list(pattern).map(LockSummary::name).toList();
  }

  @Test
  void nothingInUse_isAnEmptyList() {
    assertThat(operator.list(arena.name() + "*")).isEmpty();
    assertThat(operator.inspect(arena.name())).isEmpty();
  }

  @Test
  void heldLock_isListedWithItsHolder() throws Exception {
    try (Lease lease = client.lock(arena.name()).note("nightly import").acquire(LONG)) {
      LockSummary found = operator.list(arena.name()).findFirst().orElseThrow();
      assertThat(found.name()).isEqualTo(arena.name());
      assertThat(found.kind()).isEqualTo(LockKind.LOCK);
      assertThat(found.holders()).isEqualTo(1);
      assertThat(found.waiting()).isZero();
      LockView.Holder holder = found.holder().orElseThrow();
      assertThat(holder.fencingToken()).isEqualTo(lease.fencingToken());
      assertThat(holder.party().client()).isEqualTo(client.name());
      assertThat(holder.party().note()).isEqualTo("nightly import");
      assertThat(holder.remaining()).isPositive();
      assertThat(operator.inspect(arena.name()))
          .singleElement()
          .satisfies(view -> assertThat(view.holders()).hasSize(1));
    }
    assertThat(operator.list(arena.name())).isEmpty();
  }

  @Test
  @Needs(Capability.QUEUE)
  void waiters_areCounted() throws Exception {
    Lease lease = client.lock(arena.name()).acquire(LONG);
    CompletableFuture<Lease> one = operator.lock(arena.name()).acquireAsync(LONG);
    CompletableFuture<Lease> two = arena.client().lock(arena.name()).acquireAsync(LONG);
    arena.awaitQueue(2);
    assertThat(operator.list(arena.name()))
        .singleElement()
        .satisfies(found -> assertThat(found.waiting()).isEqualTo(2));
    lease.close();
    one.get(10, TimeUnit.SECONDS).close();
    two.get(10, TimeUnit.SECONDS).close();
  }

  @Test
  void pattern_choosesNames_ofAnyCharacters() throws Exception {
    List<Lease> leases = new ArrayList<>();
    for (String end :
        List.of("/a", "/b*", "/b?", "/größe", "/\uD83D\uDD12", "/a b", "/[x]", "/\\")) {
      leases.add(client.lock(arena.name() + end).acquire(LONG));
    }
    String name = arena.name();
    assertThat(names(name + "/*")).hasSize(8);
    assertThat(names(name + "/?"))
        .containsExactlyInAnyOrder(name + "/a", name + "/\uD83D\uDD12", name + "/\\");
    assertThat(names(name + "/b\\*")).containsExactly(name + "/b*");
    assertThat(names(name + "/b?")).containsExactlyInAnyOrder(name + "/b*", name + "/b?");
    assertThat(names(name + "/gr??e")).containsExactly(name + "/größe");
    assertThat(names(name + "/* *")).containsExactly(name + "/a b");
    assertThat(names(name + "/[x]")).containsExactly(name + "/[x]");
    assertThat(names(name + "/[a]")).isEmpty();
    assertThat(names(name + "/\\\\")).containsExactly(name + "/\\");
    assertThat(names(name + "/\\")).containsExactly(name + "/\\");
    assertThat(names(name)).isEmpty();
    for (Lease lease : leases) {
      lease.close();
    }
  }

  @Test
  void manyNames_areListedOnceEach_andMayBeCutShort() throws Exception {
    List<CompletableFuture<Lease>> leases = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      expected.add(arena.name() + "/" + i);
      leases.add(client.lock(arena.name() + "/" + i).acquireAsync(LONG));
    }
    for (CompletableFuture<Lease> lease : leases) {
      lease.get(20, TimeUnit.SECONDS);
    }
    assertThat(names(arena.name() + "/*")).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(operator.list(arena.name() + "/*").limit(7)).hasSize(7);
    for (CompletableFuture<Lease> lease : leases) {
      lease.join().close();
    }
    assertThat(names(arena.name() + "/*")).isEmpty();
  }

  @Test
  @Needs(Capability.END_SESSION)
  void deadHolder_isNotListed() {
    Visitor dead = arena.visitor();
    dead.ask().granted();
    assertThat(names(arena.name())).hasSize(1);
    arena.store().endSession(dead.session().id());
    assertThat(names(arena.name())).isEmpty();
  }

  @Test
  void closedClient_throwsClientClosedException() {
    LockClient closed = arena.client();
    closed.close();
    assertThatThrownBy(() -> closed.list("*")).isInstanceOf(ClientClosedException.class);
    assertThatThrownBy(() -> closed.inspect("n")).isInstanceOf(ClientClosedException.class);
  }
}
