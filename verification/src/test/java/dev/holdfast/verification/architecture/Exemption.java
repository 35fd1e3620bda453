package dev.holdfast.verification.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Map;

/** Classes that may do what their layer may not, each with the reason. */
final class Exemption {

  /** Class name to reason. */
  static final Map<String, String> FROM_NO_THREAD_AND_NO_LOCK =
      Map.of(
          "dev.holdfast.memory.MemorySpace",
          "It stands for the server, which makes one command after the other; nobody else can.",
          "dev.holdfast.memory.MemorySpaces",
          "The registry of those servers, shared by all clients of the JVM.");

  /** Class name to reason. */
  static final Map<String, String> FROM_KNOWING_NO_STORE =
      Map.of(
          "dev.holdfast.tck.session.Model",
          "It plays the model that every store is compared with, which the in-process one runs on.");

  private Exemption() {}

  /** The classes with these names, and what is nested in them. */
  static DescribedPredicate<JavaClass> of(Map<String, String> reasons) {
    return DescribedPredicate.describe(
        "exempt: " + reasons,
        javaClass -> {
          String name = javaClass.getName();
          int nested = name.indexOf('$');
          return reasons.containsKey(nested < 0 ? name : name.substring(0, nested));
        });
  }
}
