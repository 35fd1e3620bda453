package dev.holdfast.redis;

import dev.holdfast.redis.layout.PartyText;
import dev.holdfast.redis.script.RequestLocks;
import dev.holdfast.redis.script.RequestLocks.Answer;
import dev.holdfast.redis.script.RequestLocks.Goal;
import dev.holdfast.redis.script.RequestLocks.Part;
import dev.holdfast.spi.Grant;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestAnswer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The calls of a session that ask for several locks in one step. One script decides while it finds
 * only locks that are free or have a live holder; at one that is in use in another way it stops,
 * that one is asked for alone, and the script goes on with the others.
 */
final class TogetherCalls {

  private final StoreParts parts;
  private final RedisSession session;

  TogetherCalls(StoreParts parts, RedisSession session) {
    this.parts = parts;
    this.session = session;
  }

  CompletionStage<List<RequestAnswer>> request(List<Request> requests, boolean allOrNone) {
    return new Attempt(requests, allOrNone ? Goal.ALL : Goal.SOME).goOn();
  }

  /** One call, until every request has its answer. Its steps follow each other. */
  private final class Attempt {

    private final List<Request> requests;
    private final Goal goal;
    // By place in requests; the open places are those without an answer, in order.
    private final List<RequestAnswer> answers;
    private final List<Integer> open = new ArrayList<>();

    Attempt(List<Request> requests, Goal goal) {
      this.requests = requests;
      this.goal = goal;
      this.answers =
          new ArrayList<>(Collections.nCopies(requests.size(), new RequestAnswer.Refused()));
      for (int i = 0; i < requests.size(); i++) {
        open.add(i);
      }
    }

    CompletionStage<List<RequestAnswer>> goOn() {
      if (open.isEmpty()) {
        return done(requests.size());
      }
      List<Part> asked = open.stream().map(place -> part(requests.get(place))).toList();
      String name = requests.get(open.get(0)).resource().name();
      return session.call(
          name,
          List.of(new RequestAnswer.Gone()),
          now ->
              RequestLocks.call(now.link(), parts.keys.sessions(), now.caller(), goal, asked)
                  .thenCompose(answer -> answered(now, name, answer)));
    }

    private Part part(Request request) {
      return new Part(
          parts.keys.lock(request.resource()).record(),
          request.id().value(),
          request.leaseTime().map(LeaseMillis::of).orElse(0L),
          PartyText.ofRequest(request.thread(), request.note()));
    }

    private CompletionStage<List<RequestAnswer>> answered(
        SessionState at, String name, Answer answer) {
      if (answer instanceof Answer.All all) {
        grant(all.sequences());
        return done(requests.size());
      }
      if (answer instanceof Answer.Stopped stopped) {
        int place = open.get(stopped.place());
        grant(stopped.sequences());
        return stopped.held() ? stop(place) : askAlone(place);
      }
      return switch ((Answer.Plain) answer) {
        case GONE -> {
          session.gone(at);
          yield CompletableFuture.completedFuture(List.of(new RequestAnswer.Gone()));
        }
        case EXHAUSTED -> throw parts.errors.exhausted(name);
        case STALE -> throw session.stale(name);
      };
    }

    private void grant(List<Long> sequences) {
      for (long sequence : sequences) {
        parts.saw(sequence);
        answers.set(open.remove(0), new RequestAnswer.Granted(new Grant(sequence, false)));
      }
    }

    private CompletionStage<List<RequestAnswer>> askAlone(int place) {
      return session
          .request(requests.get(place))
          .thenCompose(
              answer -> {
                if (!(answer instanceof RequestAnswer.Granted)) {
                  return stop(place);
                }
                answers.set(place, answer);
                open.remove(Integer.valueOf(place));
                return goOn();
              });
    }

    /** Ends at a request that was not granted; of all or none, none is left. */
    private CompletionStage<List<RequestAnswer>> stop(int place) {
      CompletionStage<Boolean> released = CompletableFuture.completedFuture(true);
      for (int i = 0; goal == Goal.ALL && i < requests.size(); i++) {
        if (answers.get(i) instanceof RequestAnswer.Granted) {
          Request granted = requests.get(i);
          answers.set(i, new RequestAnswer.Refused());
          released =
              session
                  .release(granted.resource(), granted.id())
                  .thenCombine(released, (answer, before) -> before);
        }
      }
      return released.thenCompose(all -> done(place + 1));
    }

    private CompletionStage<List<RequestAnswer>> done(int count) {
      return CompletableFuture.completedFuture(List.copyOf(answers.subList(0, count)));
    }
  }
}
