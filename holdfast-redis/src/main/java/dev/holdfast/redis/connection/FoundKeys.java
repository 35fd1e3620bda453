package dev.holdfast.redis.connection;

import java.util.List;

/**
 * Some keys of a server, found by going through all of them.
 *
 * @param keys the keys; one may be found more than once
 * @param cursor where to go on
 * @param last whether these were the last
 */
public record FoundKeys(List<String> keys, String cursor, boolean last) {}
