package dev.holdfast.redis.redlock;

import dev.holdfast.redis.redlock.NodeSteps.Command;
import dev.holdfast.redis.redlock.NodeSteps.Kind;
import dev.holdfast.redis.redlock.NodeSteps.State;
import dev.holdfast.redis.redlock.NodeSteps.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Breadth first through every order in which the messages of two clients can reach three nodes, of
 * which one message may be lost, or one node may restart without its data. Messages between a
 * client and a node keep their order. No time passes: no key expires.
 */
final class TokenSearch {

  /** What is searched: the rules, or a wrong one. */
  enum Variant {
    RIGHT,
    HIGHEST_OF_THE_MAJORITY,
    RAISED_ANYWHERE,
    EXTENDED_WITHOUT_NUMBER,
    VOTE_AFTER_RESTART
  }

  private static final int NODES = 3;
  private static final int QUORUM = 2;
  private static final int STATES_MAX = 250_000;
  private static final int STATES_MAX_OF_THE_RULES = 40_000;

  private enum Phase {
    NEW,
    TRYING,
    HELD,
    EXTENDING,
    OVER
  }

  /** A lease that was given: its number, and on which nodes that kept their data since. */
  private record Given(int number, int nodes) {}

  private static final class Client {
    Phase phase = Phase.NEW;
    String value = "";
    Tally tally = new Tally(NODES);
    int number;
    int confirmed;
    boolean extended;

    /** Whether the extension under way began behind the restart. */
    boolean proves;

    /** Of a wrong variant: nodes that have said they were raised. */
    int raised;

    boolean raising;
    final List<List<Command>> ways =
        List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());

    Client copy() {
      Client copy = new Client();
      copy.phase = phase;
      copy.value = value;
      copy.tally = tally.copy();
      copy.number = number;
      copy.confirmed = confirmed;
      copy.extended = extended;
      copy.proves = proves;
      copy.raised = raised;
      copy.raising = raising;
      for (int node = 0; node < NODES; node++) {
        copy.ways.get(node).addAll(ways.get(node));
      }
      return copy;
    }

    boolean quiet() {
      return ways.stream().allMatch(List::isEmpty);
    }

    @Override
    public String toString() {
      return phase + value + tally + number + confirmed + extended + proves + raised + raising
          + ways;
    }
  }

  private static final class World {
    State[] nodes = new State[NODES];
    boolean[] votes = {true, true, true};
    Client[] clients = {new Client(), new Client()};
    List<Given> past = List.of();
    int losses = 1;
    int restarts;

    /** Who held or tried when the node was restarted, and has not proved its lease since. */
    int unproved;

    World copy() {
      World copy = new World();
      copy.nodes = nodes.clone();
      copy.votes = votes.clone();
      copy.clients = new Client[] {clients[0].copy(), clients[1].copy()};
      copy.past = past;
      copy.losses = losses;
      copy.restarts = restarts;
      copy.unproved = unproved;
      return copy;
    }

    @Override
    public String toString() {
      return List.of(nodes).toString()
          + votes[0]
          + votes[1]
          + votes[2]
          + clients[0]
          + clients[1]
          + past
          + losses
          + restarts
          + unproved;
    }
  }

  private static final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Violation(String message) {
      super(message);
    }
  }

  private final NodeSteps steps;
  private final Variant variant;
  private final World first = new World();
  private final Set<String> seen = new HashSet<>();
  private final Deque<World> open = new ArrayDeque<>();

  TokenSearch(NodeSteps steps, Variant variant, int... counters) {
    this.steps = steps;
    this.variant = variant;
    for (int node = 0; node < NODES; node++) {
      first.nodes[node] = new State("", counters[node]);
    }
  }

  /** A node restarts instead of a message being lost. */
  TokenSearch withOneEmptyRestart() {
    first.restarts = 1;
    first.losses = 0;
    return this;
  }

  /** The first client has a lease of nodes 0 and 1; its request to node 2 is on its way. */
  TokenSearch fromALease() {
    begin(first, 0);
    deliver(first, 0, 0);
    deliver(first, 0, 1);
    return this;
  }

  int states() {
    return seen.size();
  }

  /** What is wrong, at the first place where something is. */
  Optional<String> run() {
    try {
      add(first);
      int most = variant == Variant.RIGHT ? STATES_MAX_OF_THE_RULES : STATES_MAX;
      most = Integer.getInteger("holdfast.search.states", most);
      while (!open.isEmpty() && seen.size() < most) {
        goOn(open.remove());
      }
      return Optional.empty();
    } catch (Violation wrong) {
      return Optional.ofNullable(wrong.getMessage());
    }
  }

  private void add(World world) {
    if (seen.add(world.toString())) {
      open.add(world);
    }
  }

  private void branch(World world, Consumer<World> change) {
    World next = world.copy();
    change.accept(next);
    add(next);
  }

  private void goOn(World world) {
    for (int c = 0; c < 2; c++) {
      int who = c;
      Client client = world.clients[who];
      for (int n = 0; n < NODES; n++) {
        int node = n;
        if (!client.ways.get(node).isEmpty()) {
          branch(world, next -> deliver(next, who, node));
          if (world.losses > 0) {
            branch(world, next -> lose(next, who, node));
          }
        }
      }
      if (client.phase == Phase.NEW) {
        branch(world, next -> begin(next, who));
      } else if (client.phase == Phase.TRYING && client.quiet()) {
        branch(world, next -> end(next, who));
      } else if (client.phase == Phase.HELD
          || (client.phase == Phase.EXTENDING && client.quiet())) {
        branch(world, next -> end(next, who));
        if (client.phase == Phase.HELD && !client.extended && first.restarts > 0) {
          branch(world, next -> extend(next, who));
        }
      }
    }
    for (int n = 0; n < NODES; n++) {
      int node = n;
      if (world.restarts > 0) {
        branch(world, next -> restart(next, node));
      }
      if (!world.votes[node] && world.unproved == 0) {
        branch(world, next -> next.votes[node] = true);
      }
    }
  }

  // ---- steps -----------------------------------------------------------------------------------

  private static void begin(World world, int who) {
    Client client = world.clients[who];
    client.phase = Phase.TRYING;
    client.value = "v" + who;
    for (int node = 0; node < NODES; node++) {
      client.tally.asked(node, world.votes[node]);
      client.ways.get(node).add(new Command(Kind.TAKE, client.value, 0));
    }
  }

  private static void lose(World world, int who, int node) {
    world.losses--;
    world.clients[who].ways.get(node).remove(0);
  }

  private void deliver(World world, int who, int node) {
    Client client = world.clients[who];
    Command command = client.ways.get(node).remove(0);
    Step step = steps.run(world.nodes[node], command);
    world.nodes[node] = step.after();
    switch (command.kind()) {
      case TAKE -> taken(world, who, node, step);
      case RAISE, RAISE_ANYWHERE -> raised(world, who, node, command, step);
      case EXTEND, EXTEND_WITHOUT_NUMBER -> extended(world, who, node, step);
      case FREE -> {}
    }
  }

  private void taken(World world, int who, int node, Step step) {
    Client client = world.clients[who];
    if (client.phase != Phase.TRYING) {
      return;
    }
    if (step.answer().equals("granted")) {
      client.tally.granted(node, step.number());
    } else {
      client.tally.held(node);
    }
    decide(world, who);
  }

  private void raised(World world, int who, int node, Command command, Step step) {
    Client client = world.clients[who];
    if (client.phase != Phase.TRYING) {
      return;
    }
    if (!step.answer().equals("raised")) {
      client.tally.failed(node);
    } else if (variant == Variant.RAISED_ANYWHERE) {
      client.raised |= 1 << node;
    } else {
      client.tally.raised(node, command.number());
    }
    decide(world, who);
  }

  private void decide(World world, int who) {
    Client client = world.clients[who];
    switch (variant) {
      case HIGHEST_OF_THE_MAJORITY -> {
        if (client.tally.grants() >= QUORUM) {
          give(world, who, client.tally.number());
        }
      }
      case RAISED_ANYWHERE -> decideAnywhere(world, who);
      default -> {
        switch (client.tally.verdict()) {
          case WON -> give(world, who, client.tally.number());
          case LOST -> end(world, who);
          case RAISE -> {
            for (int node : client.tally.raise()) {
              client
                  .ways
                  .get(node)
                  .add(new Command(Kind.RAISE, client.value, (int) client.tally.number()));
            }
          }
          case OPEN -> {}
        }
      }
    }
  }

  private void decideAnywhere(World world, int who) {
    Client client = world.clients[who];
    if (!client.raising && client.tally.grants() >= QUORUM) {
      client.raising = true;
      client.number = (int) client.tally.number();
      for (int node = 0; node < NODES; node++) {
        client.ways.get(node).add(new Command(Kind.RAISE_ANYWHERE, client.value, client.number));
      }
    }
    if (client.raising && Integer.bitCount(client.raised) >= QUORUM) {
      give(world, who, client.number);
    }
  }

  private void give(World world, int who, long number) {
    Client client = world.clients[who];
    client.phase = Phase.HELD;
    client.number = (int) number;
    client.confirmed = holding(world, client.value);
    for (Client other : world.clients) {
      if (other != client && (other.phase == Phase.HELD || other.phase == Phase.EXTENDING)) {
        throw new Violation("two hold: " + world);
      }
    }
    for (Given before : world.past) {
      boolean shared = (before.nodes() & client.confirmed) != 0;
      if (shared && client.number <= before.number()) {
        throw new Violation("token " + client.number + " after " + before.number() + ": " + world);
      }
    }
  }

  private static int holding(World world, String value) {
    int nodes = 0;
    for (int node = 0; node < NODES; node++) {
      nodes |= world.nodes[node].holder().equals(value) ? 1 << node : 0;
    }
    return nodes;
  }

  private void extend(World world, int who) {
    Client client = world.clients[who];
    client.phase = Phase.EXTENDING;
    client.extended = true;
    client.proves = true;
    Kind kind =
        variant == Variant.EXTENDED_WITHOUT_NUMBER ? Kind.EXTEND_WITHOUT_NUMBER : Kind.EXTEND;
    client.raised = 0;
    for (int node = 0; node < NODES; node++) {
      client.ways.get(node).add(new Command(kind, client.value, client.number));
    }
  }

  private static void extended(World world, int who, int node, Step step) {
    Client client = world.clients[who];
    if (client.phase != Phase.HELD && client.phase != Phase.EXTENDING) {
      return;
    }
    if (!step.answer().equals("other")) {
      client.confirmed |= 1 << node;
      client.raised |= world.votes[node] ? 1 << node : 0;
    }
    if (client.phase == Phase.EXTENDING && Integer.bitCount(client.raised) >= QUORUM) {
      client.phase = Phase.HELD;
      world.unproved &= client.proves ? ~(1 << who) : ~0;
    }
  }

  /** Gives up, or gives back: frees whatever may be set. */
  private static void end(World world, int who) {
    Client client = world.clients[who];
    if (client.phase != Phase.TRYING) {
      List<Given> past = new ArrayList<>(world.past);
      past.add(new Given(client.number, client.confirmed));
      world.past = List.copyOf(past);
    }
    client.phase = Phase.OVER;
    world.unproved &= ~(1 << who);
    for (List<Command> way : client.ways) {
      way.add(new Command(Kind.FREE, client.value, 0));
    }
  }

  private void restart(World world, int node) {
    world.restarts--;
    world.nodes[node] = new State("", 0);
    world.votes[node] = variant == Variant.VOTE_AFTER_RESTART;
    for (int who = 0; who < 2; who++) {
      Client client = world.clients[who];
      client.ways.get(node).clear();
      client.confirmed &= ~(1 << node);
      client.proves = false;
      boolean alive = client.phase != Phase.NEW && client.phase != Phase.OVER;
      world.unproved |= alive ? 1 << who : 0;
    }
    world.past =
        world.past.stream()
            .map(given -> new Given(given.number(), given.nodes() & ~(1 << node)))
            .toList();
  }
}
