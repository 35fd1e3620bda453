package dev.holdfast.testing.resp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StreamCorruptedException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RespFramerTest {

  private static RespFramer framer(String text) {
    return new RespFramer(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static Object parse(String text) throws IOException {
    RespFrame frame = framer(text).next();
    assertThat(new String(frame.bytes(), StandardCharsets.UTF_8)).isEqualTo(text);
    return frame.value();
  }

  @Test
  void everyType_isCutAndRead() throws IOException {
    assertThat(parse("+OK\r\n")).isEqualTo("OK");
    assertThat(parse("-ERR no\r\n")).isEqualTo(new RespError("ERR no"));
    assertThat(parse(":-3\r\n")).isEqualTo(-3L);
    assertThat(parse("$5\r\na\r\nbc\r\n")).isEqualTo("a\r\nbc");
    assertThat(parse("$0\r\n\r\n")).isEqualTo("");
    assertThat(parse("$-1\r\n")).isNull();
    assertThat(parse("*-1\r\n")).isNull();
    assertThat(parse("*0\r\n")).isEqualTo(List.of());
    assertThat(parse("*2\r\n$1\r\na\r\n*1\r\n:1\r\n")).isEqualTo(List.of("a", List.of(1L)));
    assertThat(parse("*2\r\n$-1\r\n+a\r\n")).isEqualTo(Arrays.asList(null, "a"));
    assertThat(parse("_\r\n")).isNull();
    assertThat(parse("#t\r\n")).isEqualTo(true);
    assertThat(parse(",1.25\r\n")).isEqualTo(1.25);
    assertThat(parse(",inf\r\n")).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(parse("(123456789012345678901234567890\r\n"))
        .isEqualTo("123456789012345678901234567890");
    assertThat(parse("=8\r\ntxt:text\r\n")).isEqualTo("text");
    assertThat(parse("!7\r\nERR bad\r\n")).isEqualTo(new RespError("ERR bad"));
    assertThat(parse("%1\r\n+a\r\n:1\r\n")).isEqualTo(Map.of("a", 1L));
    assertThat(parse("~2\r\n:1\r\n:2\r\n")).isEqualTo(List.of(1L, 2L));
    assertThat(parse(">2\r\n+message\r\n+x\r\n")).isEqualTo(List.of("message", "x"));
    assertThat(parse("PING now\r\n")).isEqualTo(List.of("PING", "now"));
  }

  @Test
  void attributes_belongToTheMessageBehindThem() throws IOException {
    RespFrame frame = framer("|1\r\n+ttl\r\n:9\r\n*1\r\n:5\r\n").next();

    assertThat(frame.type()).isEqualTo('*');
    assertThat(frame.value()).isEqualTo(List.of(5L));
  }

  @Test
  void messages_followEachOther_untilTheEnd() throws IOException {
    RespFramer framer = framer("+a\r\n$1\r\nb\r\n:1\r\n");

    assertThat(framer.next().value()).isEqualTo("a");
    assertThat(framer.next().value()).isEqualTo("b");
    assertThat(framer.next().value()).isEqualTo(1L);
    assertThat(framer.next()).isNull();
  }

  @Test
  void bytesThatTrickle_makeWholeMessages() throws IOException {
    byte[] bytes = RespCommand.encode("SET", "key", "größer\r\n");
    InputStream trickle =
        new ByteArrayInputStream(bytes) {
          @Override
          public synchronized int read(byte[] target, int offset, int length) {
            return super.read(target, offset, Math.min(1, length));
          }
        };

    RespFrame frame = new RespFramer(trickle).next();

    assertThat(frame.bytes()).isEqualTo(bytes);
    assertThat(frame.value()).isEqualTo(List.of("SET", "key", "größer\r\n"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"$5\r\nab", "*2\r\n:1\r\n", "+OK", "%1\r\n+a\r\n"})
  void endInsideOfMessage_isAnError(String text) {
    assertThatThrownBy(() -> framer(text).next()).isInstanceOf(EOFException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"*1\r\nx\r\n", "$x\r\n", "*?\r\n"})
  void otherBytes_areAnError(String text) {
    assertThatThrownBy(() -> framer(text).next()).isInstanceOf(StreamCorruptedException.class);
  }
}
