package dev.holdfast.demo.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What can't be shown is refused before anything is started. */
class RefusalTest {

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "64 | failover --url redis://localhost:6379 | has to kill servers",
        "64 | pause --url rediss://localhost:6379 | --url must be redis://HOST:PORT",
        "64 | pause --url redis-cluster://localhost:6379 | --url must be redis://HOST:PORT",
        "64 | stop | NAME is crash or overrun or failover or pause or queue or all, not 'stop'",
        "64 | pause --out /dev/null/here | --out can't be used",
        "69 | pause --url redis://127.0.0.1:1 | The store at redis://127.0.0.1:1 can't be used",
      })
  void whatCannotBeDone_isRefused(int code, String arguments, String message) throws Exception {
    try (Demo demo = Demo.start(folder, arguments.split(" ", -1))) {
      assertThat(demo.end()).as(demo.errors()).isEqualTo(code);

      assertThat(demo.errors()).contains(message);
      assertThat(demo.output()).isEmpty();
      assertThat(demo.leftovers()).isEmpty();
    }
  }
}
