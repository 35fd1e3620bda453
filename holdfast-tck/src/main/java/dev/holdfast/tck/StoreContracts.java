package dev.holdfast.tck;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/**
 * Runs the whole contract suite against one store. The annotated class is empty and names the
 * store:
 *
 * <pre>{@code
 * @StoreContracts
 * @ConfigurationParameter(
 *     key = StoreUnderTest.PARAMETER,
 *     value = "dev.holdfast.redis.RedisUnderTest")
 * class RedisContractTest {}
 * }</pre>
 *
 * <p>With {@code -Dtck.only=} and a part of a class's name only those classes run.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Suite
@SelectPackages({
  "dev.holdfast.tck.session",
  "dev.holdfast.tck.lock",
  "dev.holdfast.tck.latch",
  "dev.holdfast.tck.readwrite",
  "dev.holdfast.tck.semaphore",
  "dev.holdfast.tck.cases"
})
@IncludeClassNamePatterns({".*Contract", ".*\\.C\\d{3}_.*Test"})
public @interface StoreContracts {}
