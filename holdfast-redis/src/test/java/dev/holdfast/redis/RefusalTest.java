package dev.holdfast.redis;

import static dev.holdfast.redis.Peer.once;
import static dev.holdfast.redis.Peer.waiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.DistributedLock;
import dev.holdfast.LockClient;
import dev.holdfast.ReleaseUnknownException;
import dev.holdfast.StoreRefusedException;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.spi.RequestAnswer.Granted;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.SessionListener.Known;
import dev.holdfast.tck.arena.SessionLog.Event;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.testing.server.RedisVersion;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.MessageFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that can't or won't: what is told, and whether it is tried again. */
@ParameterizedClass
@EnumSource(RedisVersion.class)
class RefusalTest {

  @Parameter RedisVersion version;

  /** All that a person could get to see of a failure. */
  private static String everything(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text, true));
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"redis://:wrong-secret@%s", "redis://app:wrong-secret@%s", "redis://%s"})
  void wrongPassword_isRefused_andNowhereRepeated(String uri) {
    try (RedisServer server =
        RedisServer.builder()
            .version(version.assumeAvailable())
            .password("right-secret")
            .user("app", "on >other-secret ~* &* +@all")
            .start()) {
      String address = server.host() + ":" + server.port();
      assertThatThrownBy(() -> Peer.connect(uri.formatted(address), "a"))
          .isInstanceOf(StoreRefusedException.class)
          .hasMessageContaining("Redis at " + address + " refused: ")
          .hasMessageContaining("check user and password of the address")
          .satisfies(failure -> assertThat(everything(failure)).doesNotContain("wrong-secret"));
    }
  }

  @Test
  void releaseWithoutTheRight_saysSo_andGoesOnUntilItIsThere() throws Exception {
    try (RedisServer server =
            RedisServer.builder()
                .version(version.assumeAvailable())
                .user("app", "on >s3cret ~* &* +@all")
                .start();
        RawRedis raw = server.raw();
        LockClient client =
            LockClient.connect("redis://app:s3cret@" + server.host() + ":" + server.port());
        LockClient other = LockClient.connect("redis://" + server.host() + ":" + server.port())) {
      DistributedLock lock = client.lock("refused");
      assertThat(lock.tryLock()).isTrue();
      raw.command("ACL", "SETUSER", "app", "-del");
      assertThatThrownBy(lock::unlock)
          .isInstanceOf(ReleaseUnknownException.class)
          .hasCauseInstanceOf(StoreRefusedException.class)
          .hasMessageContaining("it refuses: ")
          .hasMessageContaining("until the store accepts it");
      assertThat(other.lock("refused").tryLock()).isFalse();
      raw.command("ACL", "SETUSER", "app", "+del");
      lock.unlock();
      assertThat(other.lock("refused").tryLock()).isTrue();
      other.lock("refused").unlock();
    }
  }

  @Test
  void passwordsAndUsers_areAccepted() throws Exception {
    try (RedisServer server =
        RedisServer.builder()
            .version(version.assumeAvailable())
            .password("p%w+d/@:?")
            .user("app", "on >s3cret ~* &* +@all")
            .start()) {
      String address = server.host() + ":" + server.port();
      for (String login :
          List.of(":p%25w+d%2F%40%3A%3F", "default:p%25w+d%2F%40%3A%3F", "app:s3cret")) {
        try (Peer peer = Peer.connect("redis://" + login + "@" + address, "a")) {
          assertThat(peer.request(waiting("r-" + login.length(), "n" + login.length())))
              .isInstanceOf(Granted.class);
          assertThat(peer.store().address()).isEqualTo("redis://" + address);
        }
      }
    }
  }

  private static String leastRights() throws Exception {
    String page = Files.readString(Path.of("../docs/protocol/redis.md"));
    int begin = page.indexOf("ACL SETUSER holdfast ");
    return page.substring(begin, page.indexOf("```", begin))
        .replace("ACL SETUSER holdfast ", "")
        .replace("SECRET", "s3cret")
        .replaceAll("\\s+", " ")
        .strip();
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "resp2"})
  void leastRights_areEnoughForEverything(String protocol) throws Exception {
    try (RedisServer server =
        RedisServer.builder()
            .version(version.assumeAvailable())
            .user("holdfast", leastRights())
            .user("default", "off")
            .start()) {
      String uri =
          "redis://holdfast:s3cret@%s:%d?protocol=%s"
              .formatted(server.host(), server.port(), protocol);
      try (Peer a = Peer.connect(uri, "a");
          Peer b = Peer.connect(uri, "b")) {
        a.request(waiting("r1", "n"));
        b.request(waiting("r2", "n"));
        b.request(waiting("r2", "n"));
        a.release("r1", "n");
        b.awaitEvents(Event.Granted.class, 1);
        Peer.get(b.session().settle(Peer.lock("n"), new RequestId("r2"), Peer.TTL));
        Peer.get(b.session().renew());
        Peer.get(b.store().inspect(Peer.lock("n")));
        Peer.get(b.session().close());
        assertThat(a.request(once("r3", "n"))).isInstanceOf(Granted.class);
      }
      try (RawRedis raw = server.raw()) {
        assertThat((List<?>) raw.command("ACL", "LOG")).isEmpty();
      }
    }
  }

  @Test
  void rightsWithoutHelloAndScriptLoad_areEnoughToo() throws Exception {
    try (RedisServer server =
        RedisServer.builder()
            .version(version.assumeAvailable())
            .user("holdfast", leastRights().replace("+hello ", "").replace("+script|load ", ""))
            .start()) {
      String uri = "redis://holdfast:s3cret@%s:%d".formatted(server.host(), server.port());
      try (Peer a = Peer.connect(uri, "a")) {
        assertThat(a.request(waiting("r1", "n"))).isInstanceOf(Granted.class);
      }
    }
  }

  @Test
  void missingRight_isRefused_andNamed() throws Exception {
    try (RedisServer server =
        RedisServer.builder()
            .version(version.assumeAvailable())
            .user("holdfast", leastRights().replace("+setrange ", ""))
            .start()) {
      String uri = "redis://holdfast:s3cret@%s:%d".formatted(server.host(), server.port());
      try (Peer a = Peer.connect(uri, "a")) {
        a.request(waiting("r1", "n"));
        assertThatThrownBy(() -> a.request(waiting("r2", "n")))
            .isInstanceOf(StoreRefusedException.class)
            .hasMessageContaining("request-lock-5.lua:")
            .hasMessageContaining("docs/protocol/redis.md")
            .hasMessageContaining("(lock 'n')");
      }
    }
  }

  @Test
  void noMemory_isRefused_andWhatIsHeldIsReleased() throws Exception {
    try (RedisServer server = RedisServer.start(version.assumeAvailable());
        Peer a = Peer.connect(server.uri(), "a");
        RawRedis raw = server.raw()) {
      a.request(waiting("r1", "n"));
      raw.command("CONFIG", "SET", "maxmemory", "1");
      assertThatThrownBy(() -> a.request(waiting("r2", "m")))
          .isInstanceOf(StoreRefusedException.class)
          .hasMessageContaining("OOM")
          .hasMessageContaining("give it more memory");
      Peer.get(a.session().renew());
      a.release("r1", "n");
      Peer.get(a.session().close());
    }
  }

  @Test
  void otherDataUnderOurKeys_isRefused_withTheKeys_andLeftAlone() throws Exception {
    try (RedisServer server = RedisServer.start(version.assumeAvailable());
        Peer a = Peer.connect(server.uri(), "a");
        RawRedis raw = server.raw()) {
      raw.command("LPUSH", "{hf:0}:l:n", "x");
      assertThatThrownBy(() -> a.request(waiting("r1", "n")))
          .isInstanceOf(StoreRefusedException.class)
          .hasMessageContaining("WRONGTYPE")
          .hasMessageContaining("{hf:0}:l:n")
          .hasMessageContaining("?prefix=");
      assertThat(raw.command("LRANGE", "{hf:0}:l:n", "0", "-1")).isEqualTo(List.of("x"));
    }
  }

  @Test
  void anotherLayout_isRefused() throws Exception {
    try (RedisServer server = RedisServer.start(version.assumeAvailable());
        RawRedis raw = server.raw()) {
      raw.command("SET", "{hf:0}:v", "2");
      assertThatThrownBy(() -> Peer.connect(server.uri(), "a"))
          .isInstanceOf(StoreRefusedException.class)
          .hasMessageContaining("'{hf:0}:v' is '2'");
      try (Peer other = Peer.connect(server.uri() + "?prefix=other", "b")) {
        assertThat(other.request(waiting("r1", "n"))).isInstanceOf(Granted.class);
      }
      assertThat(raw.command("GET", "{hf:0}:v")).isEqualTo("2");
      assertThat(raw.command("GET", "{other:0}:v")).isEqualTo("1");
    }
  }

  @Test
  void database_isSelected_andAMissingOneRefused() throws Exception {
    try (RedisServer server = RedisServer.start(version.assumeAvailable());
        RawRedis raw = server.raw()) {
      try (Peer peer = Peer.connect(server.uri() + "/5", "a")) {
        peer.request(waiting("r1", "n"));
      }
      assertThat(raw.command("DBSIZE")).isEqualTo(0L);
      raw.command("SELECT", "5");
      assertThat(raw.command("EXISTS", "{hf:0}:l:n")).isEqualTo(1L);
      assertThatThrownBy(() -> Peer.connect(server.uri() + "?db=99", "a"))
          .isInstanceOf(StoreRefusedException.class)
          .hasMessageContaining("database number");
    }
  }

  @Test
  void replica_isUnavailable_andUsedOnceItIsAPrimary() throws Exception {
    try (RedisServer primary = RedisServer.start(version.assumeAvailable());
        RedisServer replica = RedisServer.builder().version(version).replicaOf(primary).start();
        RawRedis raw = replica.raw()) {
      assertThatThrownBy(() -> Peer.connect(replica.uri(), "a"))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("is a replica now");
      raw.command("REPLICAOF", "NO", "ONE");
      try (Peer a = Peer.connect(replica.uri(), "a")) {
        Granted granted = (Granted) a.request(waiting("r1", "n"));
        a.log.claim(new Known(new RequestId("r1"), Peer.lock("n"), true));
        raw.command("REPLICAOF", primary.host(), Integer.toString(primary.port()));
        assertThatThrownBy(() -> a.request(waiting("r2", "m")))
            .isInstanceOf(StoreUnavailableException.class);
        a.awaitEvents(Event.Detached.class, 1);
        await().until(() -> raw.info("replication").get("master_link_status").equals("up"));
        raw.command("REPLICAOF", "NO", "ONE");
        a.awaitEvents(Event.Attached.class, 1);
        Event.Attached attached = (Event.Attached) a.log.events().get(a.log.events().size() - 1);
        assertThat(attached.processChanged()).isTrue();
        assertThat(attached.missing()).hasSize(1);
        Granted after = (Granted) a.request(waiting("r3", "n"));
        assertThat(after.grant().sequence()).isGreaterThan(granted.grant().sequence());
      }
    }
  }

  @Test
  void policyThatEvicts_isWarnedOf() throws Exception {
    List<String> warnings = new CopyOnWriteArrayList<>();
    Logger logger = Logger.getLogger("dev.holdfast.redis.connection.ServerCheck");
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord record) {
            warnings.add(MessageFormat.format(record.getMessage(), record.getParameters()));
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    logger.addHandler(handler);
    try (RedisServer server =
        RedisServer.builder()
            .version(version.assumeAvailable())
            .config("maxmemory 100mb")
            .config("maxmemory-policy volatile-ttl")
            .start()) {
      Peer.connect(server.uri(), "a").close();
      assertThat(warnings)
          .singleElement()
          .asString()
          .contains("volatile-ttl", "may throw away locks that are held", "noeviction");
    } finally {
      logger.removeHandler(handler);
    }
  }

  @Test
  void clientName_isShownToOperators() throws Exception {
    try (RedisServer server = RedisServer.start(version.assumeAvailable());
        Peer peer = Peer.connect(server.uri(), "name with späces");
        RawRedis raw = server.raw()) {
      assertThat(raw.command("CLIENT", "LIST").toString())
          .contains(" name=holdfast:name_with_sp_ces ");
      peer.request(waiting("r1", "n"));
      assertThat(Peer.get(peer.store().inspect(Peer.lock("n"))).holders().get(0).party().client())
          .isEqualTo("name with späces");
    }
  }
}
