package dev.holdfast.micrometer;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import java.util.Locale;

/** How a wait for a lock is named and described; all may be changed by an implementation. */
public interface LockWaitConvention extends ObservationConvention<LockWaitContext> {

  /** The name, lock names and tokens as {@link LockObservations} describes them. */
  LockWaitConvention DEFAULT = new LockWaitConvention() {};

  @Override
  default boolean supportsContext(Observation.Context context) {
    return context instanceof LockWaitContext;
  }

  @Override
  default String getName() {
    return "holdfast.lock.wait";
  }

  @Override
  default String getContextualName(LockWaitContext context) {
    return "lock wait";
  }

  @Override
  default KeyValues getLowCardinalityKeyValues(LockWaitContext context) {
    return KeyValues.of(
        KeyValue.of("store", context.store()),
        KeyValue.of("outcome", context.outcome().name().toLowerCase(Locale.ROOT)));
  }

  @Override
  default KeyValues getHighCardinalityKeyValues(LockWaitContext context) {
    KeyValues values = KeyValues.of(KeyValue.of("holdfast.lock.name", context.lockName()));
    return context.fencingToken() == 0
        ? values
        : values.and("holdfast.fencing.token", Long.toString(context.fencingToken()));
  }
}
