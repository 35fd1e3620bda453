package dev.holdfast.redis.connection;

import dev.holdfast.redis.script.Script;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.output.ValueListOutput;
import io.lettuce.core.output.ValueOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.List;
import java.util.function.Supplier;

/** One call of a script, in each form in which it can be sent. */
final class ScriptCall<T> {

  private final Script script;
  private final ScriptOutputType type;
  private final Supplier<CommandOutput<String, String, T>> output;
  private final String[] keys;
  private final String[] arguments;

  private ScriptCall(
      Script script,
      ScriptOutputType type,
      Supplier<CommandOutput<String, String, T>> output,
      String[] keys,
      String[] arguments) {
    this.script = script;
    this.type = type;
    this.output = output;
    this.keys = keys;
    this.arguments = arguments;
  }

  /** A script that answers a line. */
  static ScriptCall<String> line(Script script, String[] keys, String[] arguments) {
    return new ScriptCall<>(
        script,
        ScriptOutputType.VALUE,
        () -> new ValueOutput<>(TextCodec.INSTANCE),
        keys,
        arguments);
  }

  /** A script that answers a list. */
  static ScriptCall<List<String>> list(Script script, String[] keys, String[] arguments) {
    return new ScriptCall<>(
        script,
        ScriptOutputType.MULTI,
        () -> new ValueListOutput<>(TextCodec.INSTANCE),
        keys,
        arguments);
  }

  RedisFuture<T> byDigest(RedisAsyncCommands<String, String> commands, boolean sharded) {
    return commands.evalsha(script.form(sharded).digest(), type, keys, arguments);
  }

  RedisFuture<T> byText(RedisAsyncCommands<String, String> commands, boolean sharded) {
    return commands.eval(script.form(sharded).text(), type, keys, arguments);
  }

  RedisFuture<T> askingByDigest(
      StatefulRedisConnection<String, String> connection, boolean sharded) {
    return asking(connection, CommandType.EVALSHA, script.form(sharded).digest());
  }

  RedisFuture<T> askingByText(StatefulRedisConnection<String, String> connection, boolean sharded) {
    return asking(connection, CommandType.EVAL, script.form(sharded).text());
  }

  /** The permission counts for the next command only, so that nothing may come in between. */
  private RedisFuture<T> asking(
      StatefulRedisConnection<String, String> connection, CommandType command, String scriptName) {
    AsyncCommand<String, String, String> permission =
        new AsyncCommand<>(
            new Command<>(CommandType.ASKING, new StatusOutput<>(TextCodec.INSTANCE)));
    CommandArgs<String, String> words =
        new CommandArgs<>(TextCodec.INSTANCE)
            .add(scriptName)
            .add(keys.length)
            .addKeys(keys)
            .addValues(arguments);
    AsyncCommand<String, String, T> call =
        new AsyncCommand<>(new Command<>(command, output.get(), words));
    connection.dispatch(List.of(permission, call));
    return call;
  }

  /** Says which script has failed, and on which keys. */
  ScriptFailedException failed(Throwable cause) {
    return new ScriptFailedException(script, keys, cause);
  }
}
