package dev.holdfast.spi;

import java.time.Duration;
import java.util.Optional;

/**
 * "Give this session the resource": granted, queued in order of arrival, or refused.
 *
 * @param id the request's own id
 * @param resource what is asked for
 * @param mayWait whether it may be queued; otherwise it is granted at once or refused without a
 *     trace
 * @param fair whether it is strictly served in order of arrival: never passed over because its
 *     client does not seem to listen
 * @param leaseTime the bound of the lease when it is granted at once, at least a millisecond; a
 *     request that was queued gets its bound by {@link StoreSession#settle}
 * @param thread the name of the asking thread, for people
 * @param note a text for people; may be empty
 */
public record Request(
    RequestId id,
    ResourceId resource,
    boolean mayWait,
    boolean fair,
    Optional<Duration> leaseTime,
    String thread,
    String note) {}
