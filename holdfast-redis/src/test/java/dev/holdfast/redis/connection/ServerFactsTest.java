package dev.holdfast.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerFactsTest {

  @ParameterizedTest
  @CsvSource({
    "6.2.0, true",
    "6.2.13, true",
    "6.10.0, true",
    "7.0.15, true",
    "10.0.0, true",
    "255.255.255, true",
    "6.0.16, false",
    "5.9.9, false",
    "'', false",
    "unknown, false"
  })
  void version_isComparedByNumbers(String version, boolean enough) {
    assertThat(ServerFacts.parse("redis_version:" + version + "\r\n").isAtLeast(6, 2))
        .isEqualTo(enough);
  }

  @ParameterizedTest
  @CsvSource({
    "0, noeviction, false",
    "0, allkeys-lru, false",
    "100, noeviction, false",
    "100, volatile-ttl, true"
  })
  void eviction_needsALimitAndAPolicy(long max, String policy, boolean mayEvict) {
    String info = "maxmemory:%d\r\nmaxmemory_policy:%s\r\n".formatted(max, policy);
    assertThat(ServerFacts.parse(info).mayEvict()).isEqualTo(mayEvict);
  }

  @Test
  void process_isAnotherOne_afterARestartAndAfterAFullCopyOfAnotherServersData() {
    String first = ServerFacts.parse("run_id:a\r\nmaster_replid:x\r\n").process();
    assertThat(ServerFacts.parse("run_id:a\r\nmaster_replid:x\r\n").process()).isEqualTo(first);
    assertThat(ServerFacts.parse("run_id:b\r\nmaster_replid:x\r\n").process()).isNotEqualTo(first);
    assertThat(ServerFacts.parse("run_id:a\r\nmaster_replid:y\r\n").process()).isNotEqualTo(first);
  }

  @Test
  void replicas_countWhenTheyHaveTheData() {
    String info =
        """
        role:master
        connected_slaves:3
        slave0:ip=10.0.0.1,port=6379,state=online,offset=99,lag=0
        slave1:ip=10.0.0.2,port=6379,state=wait_bgsave,offset=0,lag=0
        slave2:ip=10.0.0.3,port=6379,state=online,offset=98,lag=1
        master_replid:x
        slave_expires_tracked_keys:0
        """;
    assertThat(ServerFacts.parse(info).replicas()).isEqualTo(2);
    assertThat(ServerFacts.parse(info).dataSet()).isEqualTo("x");
    assertThat(ServerFacts.parse("role:slave\r\n").replicas()).isZero();
  }

  @Test
  void role_tellsAReplica() {
    assertThat(ServerFacts.parse("role:slave\r\n").replica()).isTrue();
    assertThat(ServerFacts.parse("role:master\r\n").replica()).isFalse();
  }
}
