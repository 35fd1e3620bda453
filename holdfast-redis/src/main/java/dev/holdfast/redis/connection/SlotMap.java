package dev.holdfast.redis.connection;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which server keeps which slots, as one server of a Cluster sees it.
 *
 * @param ranges the slots that are kept by somebody
 * @param servers all servers that were named, replicas too
 */
record SlotMap(List<Range> ranges, Set<Endpoint> servers) {

  /**
   * Slots in a row.
   *
   * @param first the first
   * @param last the last, included
   * @param primary who keeps them
   */
  record Range(int first, int last, Endpoint primary) {}

  /**
   * Reads the answer to {@code CLUSTER SLOTS}: for each range its first and last slot, its primary
   * and its replicas.
   *
   * @param asked who has answered; it is meant where no host is named
   */
  static SlotMap parse(List<?> answer, Endpoint asked) {
    List<Range> ranges = new ArrayList<>();
    Set<Endpoint> servers = new LinkedHashSet<>();
    for (Object entry : answer) {
      List<?> words = (List<?>) entry;
      for (Object server : words.subList(2, words.size())) {
        endpoint((List<?>) server, asked).ifPresent(servers::add);
      }
      endpoint((List<?>) words.get(2), asked)
          .ifPresent(
              primary ->
                  ranges.add(new Range(number(words.get(0)), number(words.get(1)), primary)));
    }
    return new SlotMap(List.copyOf(ranges), Set.copyOf(servers));
  }

  /** A question mark is the host of a server whose name is not known yet. */
  private static Optional<Endpoint> endpoint(List<?> words, Endpoint asked) {
    @Nullable Object host = words.get(0);
    String name = host == null || host.toString().isEmpty() ? asked.host() : host.toString();
    int port = number(words.get(1));
    return name.equals("?") || port == 0 ? Optional.empty() : Optional.of(new Endpoint(name, port));
  }

  private static int number(Object word) {
    return Integer.parseInt(word.toString());
  }

  /** Who keeps a slot. */
  Optional<Endpoint> primary(int slot) {
    return ranges.stream()
        .filter(range -> range.first() <= slot && slot <= range.last())
        .findFirst()
        .map(Range::primary);
  }
}
