package dev.holdfast.redis.redlock;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Says what is wrong with a set of nodes before any of them fails. */
final class Layout {

  private static final int NODES_MIN = 3;

  private Layout() {}

  /** Warnings about nodes of the form {@code host:port}. */
  static List<String> warnings(List<String> nodes) {
    List<String> warnings = new ArrayList<>();
    if (nodes.size() < NODES_MIN) {
      warnings.add(
          "Redlock over "
              + nodes.size()
              + " nodes survives the loss of none. Name three or five, or redis-plain:// for one.");
    } else if (nodes.size() % 2 == 0) {
      warnings.add(
          "Redlock over "
              + nodes.size()
              + " nodes survives the loss of no more of them than over "
              + (nodes.size() - 1)
              + ". Name an odd number.");
    }
    Set<String> hosts = new HashSet<>();
    for (String node : nodes) {
      if (!hosts.add(node.substring(0, node.lastIndexOf(':')))) {
        warnings.add(
            "Redlock nodes share the address of "
                + node
                + ", and fail together with it. Name servers on machines of their own.");
        break;
      }
    }
    return warnings;
  }
}
