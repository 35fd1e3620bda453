package dev.holdfast.cli.run;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;

/**
 * Routes signals into the queue of events until it is closed; then what was there before applies
 * again.
 *
 * <p>Java has no supported way to this, but every JVM has {@code sun.misc.Signal} in its module
 * jdk.unsupported. It is used here only, and by reflection, because the compiler's warning about it
 * can't be switched off for one class.
 *
 * <p>A signal that was ignored when we were started, as HUP under nohup, stays ignored, and the
 * command inherits that.
 */
final class Signals implements AutoCloseable {

  /** {@code sun.misc.Signal} and {@code sun.misc.SignalHandler}. */
  private record Api(Constructor<?> signal, Method handle, Class<?> handler) {

    static Api find() {
      try {
        Class<?> signal = Class.forName("sun.misc.Signal");
        Class<?> handler = Class.forName("sun.misc.SignalHandler");
        return new Api(
            signal.getConstructor(String.class),
            signal.getMethod("handle", signal, handler),
            handler);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("This Java has no sun.misc.Signal", e);
      }
    }

    /** Gives the handler that was there before. */
    Object set(ReceivedSignal name, Object newHandler) throws InvocationTargetException {
      try {
        return handle.invoke(null, signal.newInstance(name.name()), newHandler);
      } catch (InstantiationException | IllegalAccessException e) {
        throw new IllegalStateException("sun.misc.Signal can't be used", e);
      }
    }

    Object handlerFor(Runnable action) {
      return Proxy.newProxyInstance(
          Signals.class.getClassLoader(),
          new Class<?>[] {handler},
          (proxy, method, arguments) ->
              switch (method.getName()) {
                case "handle" -> {
                  action.run();
                  yield null;
                }
                case "equals" -> proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> "handler of Holdfast";
              });
    }
  }

  private final Api api = Api.find();
  private final Map<ReceivedSignal, Object> before = new EnumMap<>(ReceivedSignal.class);

  private Signals() {}

  static Signals route(Queue<Event> events) {
    Signals signals = new Signals();
    for (ReceivedSignal signal : ReceivedSignal.values()) {
      signals.set(signal, signals.api.handlerFor(() -> events.add(new Event.Signalled(signal))));
    }
    return signals;
  }

  private void set(ReceivedSignal signal, Object handler) {
    try {
      before.put(signal, api.set(signal, handler));
    } catch (InvocationTargetException e) {
      // Not on this system, or kept by the JVM for itself: then the default applies.
      System.getLogger(Signals.class.getName())
          .log(
              System.Logger.Level.DEBUG,
              "Signal {0} is left alone: {1}",
              signal,
              Objects.requireNonNull(e.getCause()));
    }
  }

  @Override
  public void close() {
    Map.copyOf(before).forEach(this::set);
  }
}
