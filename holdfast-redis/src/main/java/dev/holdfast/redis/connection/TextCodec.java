package dev.holdfast.redis.connection;

import io.lettuce.core.codec.RedisCodec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Keys and values are texts in UTF-8.
 *
 * <p>The driver's codec for that takes a pooled buffer for each argument and gives it back, which
 * for the ten arguments of a script costs more than the bytes.
 */
final class TextCodec implements RedisCodec<String, String> {

  static final TextCodec INSTANCE = new TextCodec();

  private TextCodec() {}

  @Override
  public String decodeKey(ByteBuffer bytes) {
    return StandardCharsets.UTF_8.decode(bytes).toString();
  }

  @Override
  public String decodeValue(ByteBuffer bytes) {
    return decodeKey(bytes);
  }

  @Override
  public ByteBuffer encodeKey(String key) {
    return ByteBuffer.wrap(key.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public ByteBuffer encodeValue(String value) {
    return encodeKey(value);
  }
}
