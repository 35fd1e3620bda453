package dev.holdfast.engine;

import dev.holdfast.DistributedLock;
import dev.holdfast.engine.queue.LockMode;
import dev.holdfast.spi.ResourceId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The one order in which members of multi-locks are taken: by kind, then by the unsigned bytes of
 * the name. It must be the same in every version and every program, or two of them can wait for
 * each other.
 *
 * <p>Members of several clients are ordered among those of one client, and the clients by their
 * addresses, which is no common order: other programs may write the addresses differently.
 */
final class MemberOrder {

  private static final int MEMBERS_MAX = 128;

  private static final Comparator<EngineLock> ORDER =
      Comparator.comparing((EngineLock member) -> member.client().store())
          .thenComparing(member -> member.resource().kind())
          .thenComparing(
              member -> member.name().getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

  /** Two clients of one store are two parties, which exclude each other. */
  private record Identity(HoldfastClient client, ResourceId resource) {}

  private MemberOrder() {}

  /** The members in order, each once; those of multi-locks one by one. */
  static List<EngineLock> of(Collection<? extends DistributedLock> given) {
    List<EngineLock> members = new ArrayList<>();
    Map<Identity, LockMode> seen = new HashMap<>();
    for (DistributedLock lock : Objects.requireNonNull(given, "members")) {
      for (EngineLock member : membersOf(lock)) {
        LockMode before =
            seen.putIfAbsent(new Identity(member.client(), member.resource()), member.mode());
        if (before == null) {
          members.add(member);
        } else if (before != member.mode()) {
          throw new IllegalArgumentException(
              "A multi-lock can't both read and write '" + member.name() + "'");
        }
      }
    }
    if (members.isEmpty() || members.size() > MEMBERS_MAX) {
      throw new IllegalArgumentException(
          "A multi-lock has 1 to " + MEMBERS_MAX + " members; these are " + members.size());
    }
    members.sort(ORDER);
    return List.copyOf(members);
  }

  private static List<EngineLock> membersOf(DistributedLock lock) {
    if (Objects.requireNonNull(lock, "member") instanceof EngineLock single) {
      return List.of(single);
    }
    if (lock instanceof MultiLock several) {
      return several.members();
    }
    throw new IllegalArgumentException(
        "A multi-lock takes locks that a client made, not " + lock.getClass().getName());
  }
}
