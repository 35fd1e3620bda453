package dev.holdfast.tck;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/**
 * Runs only the contracts of a store's sessions, for a variant of a store that passes {@link
 * StoreContracts}: what differs in it lies below the engine. The annotated class is empty and names
 * the store in the same way.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Suite
@SelectPackages("dev.holdfast.tck.session")
@IncludeClassNamePatterns(".*Contract")
public @interface SessionContracts {}
