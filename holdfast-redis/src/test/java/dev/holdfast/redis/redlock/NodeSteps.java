package dev.holdfast.redis.redlock;

import dev.holdfast.redis.script.Script;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisServer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the real scripts do to a node, in numbers small enough to search all of them: a script's
 * answer depends on nothing but who holds the lock and the number there, so that each combination
 * is carried out once by a real server.
 *
 * <p>Numbers lie ahead of the server's clock. Without one, as after a loss of data, the clock
 * decides; it counts as 1, the worst that there can be.
 */
final class NodeSteps implements AutoCloseable {

  private static final long BASE = 8_000_000_000_000_000L;
  private static final String KEY = "n";
  private static final String COUNTER = "c";

  /** Changes the number whoever holds the lock: the obvious rule, read literally. */
  private static final String RAISE_ANYWHERE =
      "if tonumber(redis.call('GET', KEYS[2]) or 0) < tonumber(ARGV[2]) then"
          + " redis.call('SET', KEYS[2], ARGV[2]) end return 'raised'";

  /** Extends and takes again, and leaves the number as it is. */
  private static final String EXTEND_WITHOUT_NUMBER =
      "local held = redis.call('GET', KEYS[1])"
          + " if held and held ~= ARGV[1] then return 'other' end"
          + " redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])"
          + " return held and 'extended' or 'taken'";

  /** A command to a node. */
  enum Kind {
    TAKE,
    RAISE,
    RAISE_ANYWHERE,
    EXTEND,
    EXTEND_WITHOUT_NUMBER,
    FREE
  }

  /** A node: the value that is set, empty for none, and its number, 0 for none. */
  record State(String holder, int number) {}

  /** A command with its arguments. */
  record Command(Kind kind, String value, int number) {}

  /** What came of it: the first word of the answer, the number in it, and the node. */
  record Step(String answer, int number, State after) {}

  private record Case(State before, Command command) {}

  private final RedisServer server = RedisServer.start();
  private final RawRedis redis = server.raw();
  private final Map<Case, Step> known = new HashMap<>();

  Step run(State before, Command command) {
    return known.computeIfAbsent(new Case(before, command), this::carryOut);
  }

  private Step carryOut(Case one) {
    redis.command("DEL", KEY, COUNTER);
    if (!one.before().holder().isEmpty()) {
      redis.command("SET", KEY, one.before().holder(), "PX", "100000");
    }
    if (one.before().number() > 0) {
      redis.command("SET", COUNTER, real(one.before().number()));
    }
    String[] answer = eval(one.command()).split(" ", -1);
    Object holder = redis.command("GET", KEY);
    Object number = redis.command("GET", COUNTER);
    State after =
        new State(
            holder == null ? "" : holder.toString(), number == null ? 0 : small(number.toString()));
    int granted = answer[0].equals("granted") ? small(answer[1]) : 0;
    return new Step(answer[0], granted, after);
  }

  private String eval(Command command) {
    String number = real(command.number());
    return switch (command.kind()) {
      case TAKE -> eval(Script.PLAIN.get(4).text(), 2, command.value(), "100000");
      case RAISE -> eval(Script.PLAIN.get(3).text(), 2, command.value(), number);
      case RAISE_ANYWHERE -> eval(RAISE_ANYWHERE, 2, command.value(), number);
      case EXTEND -> eval(Script.PLAIN.get(0).text(), 2, command.value(), "100000", number);
      case EXTEND_WITHOUT_NUMBER -> eval(EXTEND_WITHOUT_NUMBER, 2, command.value(), "100000");
      case FREE -> eval(Script.PLAIN.get(1).text(), 1, command.value());
    };
  }

  private String eval(String text, int keys, String... arguments) {
    List<String> words = new ArrayList<>(List.of("EVAL", text, Integer.toString(keys), KEY));
    if (keys == 2) {
      words.add(COUNTER);
    }
    words.addAll(List.of(arguments));
    return String.valueOf(redis.command(words.toArray(String[]::new)));
  }

  private static String real(int number) {
    return Long.toString(BASE + number);
  }

  private static int small(String number) {
    return (int) Math.max(1, Long.parseLong(number) - BASE);
  }

  @Override
  public void close() {
    redis.close();
    server.close();
  }
}
