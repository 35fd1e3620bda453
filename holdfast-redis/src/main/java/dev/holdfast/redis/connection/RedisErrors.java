package dev.holdfast.redis.connection;

import dev.holdfast.HoldfastException;
import dev.holdfast.StoreRefusedException;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.redis.script.Script;
import io.lettuce.core.RedisCommandExecutionException;
import io.netty.handler.ssl.NotSslRecordException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Says what a failure of driver or server means: it will pass, or somebody has to change something.
 */
public final class RedisErrors {

  private static final Set<String> PASSING =
      Set.of(
          "LOADING",
          "BUSY",
          "READONLY",
          "MASTERDOWN",
          "NOREPLICAS",
          "TRYAGAIN",
          "CLUSTERDOWN",
          "MOVED",
          "ASK",
          "UNBLOCKED",
          "UNKILLABLE");

  private static final Set<String> REPLICA = Set.of("READONLY", "MASTERDOWN");

  private static final String RIGHTS =
      "; give the user the rights that docs/protocol/redis.md lists";

  /** While a slot moves, a key that a script has deleted counts as one that is elsewhere. */
  private static final String NOT_THERE = "attempted to access a non local key";

  /** Errors inside of a script are wrapped by older servers; their code stands further behind. */
  private static final Pattern CODE = Pattern.compile("(?:^|: -?)([A-Z]{3,})\\b");

  private final RedisOptions options;
  private final String address;
  private final String hostAndPort;
  private final Unreachable unreachable;

  /** Names the store of an address in messages. */
  public RedisErrors(RedisOptions options) {
    this(options, options.hostAndPort(), new Unreachable(options.connectTimeout(), options.tls()));
  }

  private RedisErrors(RedisOptions options, String hostAndPort, Unreachable unreachable) {
    this.options = options;
    this.address = options.address();
    this.hostAndPort = hostAndPort;
    this.unreachable = unreachable;
  }

  /** Names one of the servers of the address. */
  RedisErrors at(Endpoint server) {
    return new RedisErrors(options, server.toString(), unreachable);
  }

  /** Names one of the servers of the address, by its place in it. */
  public RedisErrors at(int server) {
    return at(options.servers().get(server));
  }

  /** What messages name. */
  String hostAndPort() {
    return hostAndPort;
  }

  /**
   * Says what a failure means.
   *
   * @param failure what came
   * @param lockName the lock concerned; empty if none
   */
  public HoldfastException of(Throwable failure, String lockName) {
    Throwable cause = root(failure);
    if (cause instanceof HoldfastException said) {
      return said;
    }
    if (cause instanceof TooFewReplicasException) {
      return refused(String.valueOf(cause.getMessage()), lockName, cause);
    }
    if (cause instanceof IllegalStateException) {
      // An answer that no version of the library that we know of gives.
      return refused(text(cause), lockName, cause);
    }
    Optional<String> error = serverError(cause);
    if (error.isPresent()) {
      return ofServer(error.get(), keys(cause), cause, lockName);
    }
    Optional<String> refusedTls = refusedTls(cause);
    if (refusedTls.isPresent()) {
      return refused(
          "has no trusted TLS connection for us ("
              + refusedTls.get()
              + "); name the issuer of its certificate by ?ca=FILE, ours by ?cert= and ?key=, and"
              + " see that rediss:// is right for this port",
          lockName,
          cause);
    }
    return unavailable("can't be reached: " + unreachable.why(cause), lockName, cause);
  }

  private static String keys(Throwable cause) {
    return cause instanceof ScriptFailedException script ? script.keys() : "";
  }

  private HoldfastException ofServer(String error, String keys, Throwable cause, String lockName) {
    String code = code(error);
    String told = error + Script.place(error).map(line -> " (" + line + ")").orElse("");
    if (PASSING.contains(code) || error.contains(NOT_THERE)) {
      return unavailable("can't serve now: " + told, lockName, cause);
    }
    return refused(told + advice(code, error, keys), lockName, cause);
  }

  /** What is stored under our keys has another layout. */
  public StoreRefusedException otherLayout(String key, String stored, String known) {
    return refused(
        "the layout stored under its key '%s' is '%s' and this library knows '%s'; use the same"
                .formatted(key, stored, known)
            + " version of the library everywhere, or another ?prefix=",
        "",
        null);
  }

  /** Whether the keys of a call are not all at one server, because their slot is being moved. */
  public static boolean isHalfMoved(Throwable failure) {
    String error = serverError(failure).orElse("");
    return code(error).equals("TRYAGAIN") || error.contains(NOT_THERE);
  }

  /** Whether the server refuses because it only follows another one. */
  static boolean isReplica(Throwable failure) {
    String error = serverError(failure).orElse("");
    return REPLICA.contains(code(error));
  }

  private static String code(String error) {
    Matcher code = CODE.matcher(error);
    String first = "";
    while (code.find()) {
      first = code.group(1);
      if (!first.equals("ERR")) {
        return first;
      }
    }
    return first;
  }

  private static String advice(String code, String error, String keys) {
    return switch (code) {
      case "OOM" -> "; give it more memory, or remove other data. What is held stays held";
      case "NOPERM" -> RIGHTS;
      case "WRONGPASS", "NOAUTH" -> "; check user and password of the address";
      case "DENIED" -> "; it accepts no connections from elsewhere without a password";
      case "MISCONF" -> "; it refuses to write until it can save its data again";
      case "WRONGTYPE" ->
          "; something else is stored under one of our keys " + keys + ": choose another ?prefix=";
      default -> adviceWithoutCode(error);
    };
  }

  /** Errors of commands inside of a script have lost their code on the way. */
  private static String adviceWithoutCode(String error) {
    if (error.contains("executing the script can't") || error.contains("ACL failure in script")) {
      return RIGHTS;
    }
    if (error.contains("cluster support disabled")) {
      return "; a single server is named by redis://";
    }
    return error.contains("DB index") ? "; check the database number of the address" : "";
  }

  /** No number is left for a grant or a round. */
  public StoreRefusedException exhausted(String name) {
    return refused("no sequence number below 2^53 is left; use another ?prefix=", name, null);
  }

  /** Somebody has to change something. */
  public StoreRefusedException refused(String what, String lockName, @Nullable Throwable cause) {
    return new StoreRefusedException(
        "Redis at " + hostAndPort + " refused: " + what + about(lockName),
        lockName,
        address,
        cause);
  }

  /** It may pass by itself. */
  public StoreUnavailableException unavailable(
      String what, String lockName, @Nullable Throwable cause) {
    return new StoreUnavailableException(
        "Redis at " + hostAndPort + " " + what + about(lockName), lockName, address, cause);
  }

  /** There is no connection, for the reason for which the last attempt failed. */
  HoldfastException unconnected(@Nullable HoldfastException reason) {
    if (reason == null) {
      return unavailable("can't be reached: there is no connection yet", "", null);
    }
    String message = String.valueOf(reason.getMessage());
    return reason instanceof StoreRefusedException
        ? new StoreRefusedException(message, "", address, reason)
        : new StoreUnavailableException(message, "", address, reason);
  }

  /** As {@link #unconnected}, for a call that was not sent: nothing of it can have been refused. */
  public StoreUnavailableException notSent(String lockName, HoldfastException reason) {
    return new StoreUnavailableException(
        reason.getMessage() + about(lockName), lockName, address, reason);
  }

  /** An attempt to connect had no answer in its time. */
  LinkDownException noAnswer() {
    return new LinkDownException(unreachable.noAnswer());
  }

  private static String about(String lockName) {
    return lockName.isEmpty() ? "" : " (lock '" + lockName + "')";
  }

  /** The error text of the server, wherever the driver has put it. */
  static Optional<String> serverError(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof RedisCommandExecutionException) {
        return Optional.ofNullable(t.getMessage());
      }
    }
    return Optional.empty();
  }

  /** Why TLS was refused, if it was: what the driver says around it names only the server. */
  private static Optional<String> refusedTls(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof NotSslRecordException) {
        return Optional.of("what answers there does not speak TLS");
      }
      if (t instanceof SSLException && !text(t).contains("losed") && !text(t).contains("timed")) {
        return Optional.of(Unreachable.plain(text(t)));
      }
    }
    return Optional.empty();
  }

  private static String text(Throwable failure) {
    StringBuilder text = new StringBuilder();
    for (Throwable t = failure; t != null; t = t.getCause()) {
      String message = t.getMessage() == null ? t.getClass().getSimpleName() : t.getMessage();
      if (text.indexOf(message) < 0) {
        text.append(text.isEmpty() ? "" : ": ").append(message);
      }
    }
    return text.toString();
  }

  private static Throwable root(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }
}
