package dev.holdfast.engine.session;

import dev.holdfast.LossReason;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.SessionListener.Known;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The requests that hang on a session. Thread-safe; tells members on the caller's thread. */
final class Members {

  private final Map<RequestId, SessionMember> members = new ConcurrentHashMap<>();

  void add(SessionMember member) {
    members.put(member.id(), member);
  }

  @Nullable SessionMember get(RequestId id) {
    return members.get(id);
  }

  @Nullable SessionMember remove(RequestId id) {
    return members.remove(id);
  }

  int size() {
    return members.size();
  }

  /** A view of all, as they are at the moment. */
  Collection<SessionMember> all() {
    return members.values();
  }

  /** What the members know of themselves for a new connection. */
  List<Known> known() {
    List<Known> known = new ArrayList<>();
    for (SessionMember member : members.values()) {
      member.known().ifPresent(known::add);
    }
    return known;
  }

  void tell(RequestId id, Consumer<SessionMember> event) {
    SessionMember member = members.get(id);
    if (member != null) {
      event.accept(member);
    }
  }

  /** Removes all; each is told by whoever removes it, so only once. */
  void tellLost(LossReason reason) {
    for (RequestId id : List.copyOf(members.keySet())) {
      SessionMember member = members.remove(id);
      if (member != null) {
        member.onSessionLost(reason);
      }
    }
  }
}
