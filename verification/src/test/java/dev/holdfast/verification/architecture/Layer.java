package dev.holdfast.verification.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Set;
import java.util.stream.Stream;

/** The packages of each layer, as patterns. */
final class Layer {

  static final String API = "dev.holdfast";
  static final String SPI = "dev.holdfast.spi..";
  static final String ENGINE = "dev.holdfast.engine..";

  private static final Set<String> DOOR_OF_ENGINE =
      Set.of("dev.holdfast.engine.ClientFactory", "dev.holdfast.engine.ClientOptions");

  static final String DEMOS = "dev.holdfast.demo..";
  static final String GUARDS = "dev.holdfast.guard..";
  static final String GUARDS_OF_SPRING = "dev.holdfast.guard.spring..";

  /** One pattern per store. */
  static final String[] STORES = {"dev.holdfast.memory..", "dev.holdfast.redis.."};

  /** What is in the module holdfast-core. */
  static final String[] CORE = {API, SPI, ENGINE, "dev.holdfast.memory.."};

  private Layer() {}

  /** What of the engine the API may know: the factory, and what it is given. */
  static DescribedPredicate<JavaClass> doorOfEngine() {
    return DescribedPredicate.describe(
        "door of the engine", javaClass -> DOOR_OF_ENGINE.contains(javaClass.getName()));
  }

  static String[] plus(String[] some, String... more) {
    return Stream.concat(Stream.of(some), Stream.of(more)).toArray(String[]::new);
  }
}
