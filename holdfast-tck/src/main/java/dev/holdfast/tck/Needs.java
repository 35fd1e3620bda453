package dev.holdfast.tck;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A test, or a class of tests, that is skipped for a store without some capability. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Needs {

  /**
   * What the test needs.
   *
   * @return the capabilities
   */
  Capability[] value();
}
