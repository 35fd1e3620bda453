package dev.holdfast.cli.report;

import dev.holdfast.LockKind;
import dev.holdfast.LockSummary;
import dev.holdfast.LockView;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * How holders and waiters look in JSON. Fencing tokens are texts, because JSON numbers lose digits
 * above 2^53; times are ISO 8601.
 */
public final class ViewJson {

  private ViewJson() {}

  /** A holder. */
  public static Map<String, Object> holder(LockView.Holder holder) {
    Map<String, Object> fields = party(holder.party());
    fields.put("since", holder.since().toString());
    fields.put("remainingMillis", holder.remaining().toMillis());
    fields.put("token", Long.toString(holder.fencingToken()));
    putUnits(fields, holder.units());
    return fields;
  }

  /** Who has all is alone; the number says nothing then. */
  private static void putUnits(Map<String, Object> fields, int units) {
    if (units != LockView.ALL_UNITS) {
      fields.put("units", units);
    }
  }

  private static Map<String, Object> waiter(LockView.Waiter waiter) {
    Map<String, Object> fields = party(waiter.party());
    waiter.since().ifPresent(since -> fields.put("since", since.toString()));
    fields.put("request", waiter.requestId());
    putUnits(fields, waiter.units());
    return fields;
  }

  private static Map<String, Object> party(LockView.Party party) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("client", party.client());
    fields.put("host", party.host());
    fields.put("pid", party.pid());
    fields.put("thread", party.thread());
    fields.put("note", party.note());
    return fields;
  }

  /** A line of a list. */
  public static Map<String, Object> summary(LockSummary found) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", found.name());
    fields.put("kind", kind(found.kind()));
    putCapacity(fields, found.kind(), found.capacity());
    fields.put("holders", found.holders());
    found.holder().ifPresent(holder -> fields.put("holder", holder(holder)));
    fields.put("waiting", found.waiting());
    return fields;
  }

  private static void putCapacity(Map<String, Object> fields, LockKind kind, long capacity) {
    switch (kind) {
      case SEMAPHORE -> fields.put("permits", capacity);
      case LATCH -> fields.put("count", capacity);
      case LOCK -> {}
    }
  }

  private static String kind(LockKind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  /** All of one lock. */
  public static Map<String, Object> view(LockView view) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", view.name());
    fields.put("kind", kind(view.kind()));
    putCapacity(fields, view.kind(), view.capacity());
    fields.put("holders", view.holders().stream().map(ViewJson::holder).toList());
    fields.put("queue", view.queue().stream().map(ViewJson::waiter).toList());
    return fields;
  }
}
