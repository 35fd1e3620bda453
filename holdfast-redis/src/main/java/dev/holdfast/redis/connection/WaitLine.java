package dev.holdfast.redis.connection;

import dev.holdfast.redis.script.MarkWrite;
import dev.holdfast.redis.script.Script;
import dev.holdfast.redis.script.ScriptRunner;
import dev.holdfast.spi.StoreContext;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** A connection on which nothing but the replicas is waited for. It never connects again. */
final class WaitLine {

  private final RedisAsyncCommands<String, String> commands;
  private final Lane lane;
  private final boolean sharded;
  private final Consumer<Throwable> onReplaced;

  // Written once, before the line is handed out.
  private volatile String dataSet = "";

  /**
   * Takes over a connection that has just been made.
   *
   * @param silenceMax how long an answer may take, the waiting included
   * @param sharded which form of the scripts the server has loaded
   * @param onReplaced told when what was written over other connections may be gone
   */
  WaitLine(
      StatefulRedisConnection<String, String> connection,
      StoreContext context,
      Duration silenceMax,
      boolean sharded,
      Consumer<Throwable> onReplaced) {
    this.commands = connection.async();
    this.lane = new Lane(connection, context, silenceMax, this::fail);
    this.sharded = sharded;
    this.onReplaced = onReplaced;
    connection.addListener(
        new RedisConnectionStateListener() {
          @Override
          public void onRedisDisconnected(RedisChannelHandler<?, ?> ended) {
            fail(new LinkDownException("the connection that asks the replicas has ended"));
          }
        });
    if (!connection.isOpen()) {
      fail(new LinkDownException("the connection that asks the replicas has ended"));
    }
  }

  /** Sees that the process answers to which the locks are written. */
  CompletionStage<WaitLine> verify(String process) {
    return lane.call(() -> commands.info())
        .thenApply(
            info -> {
              ServerFacts facts = ServerFacts.parse(info);
              if (!facts.process().equals(process)) {
                throw replaced();
              }
              dataSet = facts.dataSet();
              return this;
            });
  }

  private LinkDownException replaced() {
    LinkDownException why =
        new LinkDownException("another server process answers there, or other data");
    onReplaced.accept(why);
    return why;
  }

  /** Writes something; whoever has it has everything that was written before. */
  CompletableFuture<MarkWrite.Answer> mark(String sign) {
    return MarkWrite.call(new Marks(), sign).toCompletableFuture();
  }

  /**
   * What the server tells of its replicas.
   *
   * @return exceptionally if it is no primary any more, or has other data now
   */
  CompletableFuture<ServerFacts> replication() {
    return lane.call(() -> commands.info("replication"))
        .thenApply(
            info -> {
              ServerFacts facts = ServerFacts.parse(info);
              if (facts.replica() || !facts.dataSet().equals(dataSet)) {
                throw replaced();
              }
              return facts;
            });
  }

  /** Waits until so many replicas have what was written; tells how many have. */
  CompletableFuture<Long> await(int replicas, long millis) {
    return lane.call(() -> commands.waitForReplication(replicas, millis));
  }

  boolean isDown() {
    return lane.isDown();
  }

  /** Ends the line. Only the first call counts. */
  void fail(Throwable why) {
    CompletableFuture<Void> unused = lane.end(why);
  }

  private final class Marks implements ScriptRunner {

    @Override
    public CompletionStage<String> run(Script script, String[] keys, String... arguments) {
      ScriptCall<String> call = ScriptCall.line(script, keys, arguments);
      CompletableFuture<String> answer = new CompletableFuture<>();
      Lane.Answer<String> taken =
          (value, failure) -> {
            if (failure instanceof RedisCommandExecutionException) {
              answer.completeExceptionally(call.failed(failure));
            } else {
              Lane.Answer.to(answer).accept(value, failure);
            }
          };
      lane.call(
          taken, () -> call.byDigest(commands, sharded), () -> call.byText(commands, sharded));
      return answer;
    }

    @Override
    public CompletionStage<List<String>> list(Script script, String[] keys, String... arguments) {
      throw new UnsupportedOperationException("Only signs are written here");
    }
  }
}
