package dev.holdfast.tck.arena;

import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.StoreUnderTest;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Gives each contract test its {@link Arena} and checks afterwards that nothing is left in it;
 * skips tests that need what the store can't do.
 */
public final class ContractExtension
    implements ParameterResolver, AfterEachCallback, ExecutionCondition {

  private static final Namespace NAMESPACE = Namespace.create(ContractExtension.class);
  private static final String ONLY = "tck.only";

  /** Called by JUnit. */
  public ContractExtension() {}

  @Override
  public ExtensionContextScope getTestInstantiationExtensionContextScope(
      ExtensionContext rootContext) {
    // An arena lives as long as one test.
    return ExtensionContextScope.TEST_METHOD;
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Arena.class;
  }

  @Override
  public Arena resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getStore(NAMESPACE)
        .computeIfAbsent(
            Arena.class, key -> new Arena(store(context), testName(context)), Arena.class);
  }

  private static String testName(ExtensionContext context) {
    return context.getTestMethod().map(method -> method.getName()).orElse("test");
  }

  @Override
  public void afterEach(ExtensionContext context) {
    Arena arena = context.getStore(NAMESPACE).get(Arena.class, Arena.class);
    if (arena == null) {
      return;
    }
    if (context.getExecutionException().isPresent()) {
      arena.abandon();
    } else {
      arena.finish();
    }
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    String only = System.getProperty(ONLY, "");
    String testClass = context.getTestClass().map(Class::getSimpleName).orElse("");
    if (!testClass.contains(only)) {
      return ConditionEvaluationResult.disabled("-D" + ONLY + "=" + only);
    }
    Set<Capability> missing = EnumSet.noneOf(Capability.class);
    context
        .getElement()
        .flatMap(element -> AnnotationSupport.findAnnotation(element, Needs.class))
        .ifPresent(needs -> missing.addAll(Set.of(needs.value())));
    missing.removeAll(store(context).capabilities());
    return missing.isEmpty()
        ? ConditionEvaluationResult.enabled("The store has what is needed")
        : ConditionEvaluationResult.disabled("The store lacks " + missing);
  }

  private static StoreUnderTest store(ExtensionContext context) {
    String name =
        context
            .getConfigurationParameter(StoreUnderTest.PARAMETER)
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "The parameter " + StoreUnderTest.PARAMETER + " names no store"));
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .computeIfAbsent(name, ContractExtension::start, StoreUnderTest.class);
  }

  private static StoreUnderTest start(String className) {
    try {
      return Class.forName(className)
          .asSubclass(StoreUnderTest.class)
          .getConstructor()
          .newInstance();
    } catch (ReflectiveOperationException | ClassCastException failed) {
      throw new IllegalStateException("Can't make the store under test " + className, failed);
    }
  }
}
