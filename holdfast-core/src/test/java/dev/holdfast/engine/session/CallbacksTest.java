package dev.holdfast.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** On which executor a callback runs, and that it runs once. */
class CallbacksTest {

  private final Queue<Runnable> pool = new ArrayDeque<>();
  private final List<String> ran = new ArrayList<>();

  private Callbacks callbacks(Executor executor) {
    return new Callbacks(executor, pool::add, new ManualTime(), List.of());
  }

  private void runPool() {
    while (!pool.isEmpty()) {
      pool.remove().run();
    }
  }

  @Test
  void executorOfTheApplication_runsIt() {
    Queue<Runnable> tasks = new ArrayDeque<>();
    callbacks(tasks::add).run(() -> ran.add("task"));
    assertThat(ran).isEmpty();
    tasks.remove().run();
    assertThat(ran).containsExactly("task");
    assertThat(pool).isEmpty();
  }

  @Test
  void inlineExecutor_isNotObeyed() {
    callbacks(Runnable::run).run(() -> ran.add("task"));
    assertThat(ran).as("ran on the thread that handed it over").isEmpty();
    runPool();
    assertThat(ran).containsExactly("task");
  }

  @Test
  void refused_runsInThePool() {
    callbacks(
            task -> {
              throw new RejectedExecutionException("shut down");
            })
        .run(() -> ran.add("task"));
    assertThat(ran).isEmpty();
    runPool();
    assertThat(ran).containsExactly("task");
  }

  @Test
  void executorThatTakesATaskAndThenFails_runsItOnce() {
    Queue<Runnable> tasks = new ArrayDeque<>();
    callbacks(
            task -> {
              tasks.add(task);
              throw new IllegalStateException("after all");
            })
        .run(() -> ran.add("task"));
    tasks.remove().run();
    runPool();
    assertThat(ran).containsExactly("task");
  }

  @Test
  void executorThatRunsATaskTwice_runsItOnce() {
    callbacks(
            task -> {
              task.run();
              task.run();
            })
        .run(() -> ran.add("task"));
    runPool();
    assertThat(ran).containsExactly("task");
  }

  @Test
  void loopOfOneThread_mayRunWhatItsOwnTaskHandsOver() {
    Queue<Runnable> loop = new ArrayDeque<>();
    Callbacks callbacks = callbacks(loop::add);
    callbacks.run(() -> callbacks.run(() -> ran.add("inner")));
    while (!loop.isEmpty()) {
      loop.remove().run();
    }
    assertThat(ran).containsExactly("inner");
    assertThat(pool).isEmpty();
  }

  @Test
  void failure_isLogged_andStopsNothing() {
    Callbacks callbacks = callbacks(Runnable::run);
    callbacks.run(
        () -> {
          throw new AssertionError("of the application");
        });
    callbacks.run(() -> ran.add("next"));
    runPool();
    assertThat(ran).containsExactly("next");
  }
}
