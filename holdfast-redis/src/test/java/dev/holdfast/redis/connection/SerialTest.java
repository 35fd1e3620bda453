package dev.holdfast.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SerialTest {

  @Test
  void tasksOfManyThreads_runOneAtATime_eachThreadsInOrder() throws Exception {
    Serial serial = new Serial();
    int threads = 4;
    int tasks = 20_000;
    // Plain lists: only a serial execution leaves them whole.
    List<List<Integer>> seen = new ArrayList<>();
    List<Integer> all = new ArrayList<>();
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    CountDownLatch done = new CountDownLatch(threads * tasks);
    for (int t = 0; t < threads; t++) {
      List<Integer> own = new ArrayList<>();
      seen.add(own);
      executor.execute(
          () -> {
            for (int i = 0; i < tasks; i++) {
              int number = i;
              serial.run(
                  () -> {
                    own.add(number);
                    all.add(number);
                    done.countDown();
                  });
            }
          });
    }
    assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
    executor.shutdown();
    assertThat(all).hasSize(threads * tasks);
    for (List<Integer> own : seen) {
      assertThat(own).isSorted().hasSize(tasks);
    }
  }

  @Test
  void taskThatGivesAnother_doesNotRunItInside() {
    Serial serial = new Serial();
    List<String> order = new ArrayList<>();
    serial.run(
        () -> {
          serial.run(() -> order.add("inner"));
          order.add("outer");
        });
    assertThat(order).containsExactly("outer", "inner");
  }

  @Test
  void taskThatFails_doesNotStopTheNext() {
    Serial serial = new Serial();
    List<String> order = new ArrayList<>();
    serial.run(
        () -> {
          throw new IllegalStateException("meant to fail");
        });
    serial.run(() -> order.add("next"));
    assertThat(order).containsExactly("next");
  }
}
