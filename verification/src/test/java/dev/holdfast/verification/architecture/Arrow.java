package dev.holdfast.verification.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.lang.ArchRule;
import dev.holdfast.ApiThatReachesIntoTheEngine;
import dev.holdfast.cli.fixture.CommandThatKnowsADemo;
import dev.holdfast.cli.fixture.CommandThatReachesIntoTheEngine;
import dev.holdfast.demo.fixture.DemoThatReachesIntoTheEngine;
import dev.holdfast.engine.fixture.EngineThatKnowsADriver;
import dev.holdfast.engine.fixture.EngineThatKnowsAStore;
import dev.holdfast.engine.fixture.OneHalf;
import dev.holdfast.engine.fixtureother.OtherHalf;
import dev.holdfast.guard.fixture.GuardThatKnowsAStore;
import dev.holdfast.memory.fixture.MemoryClass;
import dev.holdfast.memory.fixture.StoreWithLock;
import dev.holdfast.redis.fixture.StoreThatKnowsAnother;
import dev.holdfast.redis.fixture.StoreThatKnowsTheEngine;
import dev.holdfast.spi.fixture.SpiThatKnowsTheEngine;
import dev.holdfast.tck.fixture.ContractThatKnowsAStore;
import java.util.Timer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;

/**
 * Who may know whom.
 *
 * <pre>
 *   demos ──► cli ────► api ──► engine ──► spi ◄── stores ──► driver
 *      └────► guards ──┘
 * </pre>
 *
 * <p>The API reaches the engine through one door, {@code ClientFactory}. The engine may use the
 * API's types, since it implements them. Each rule has a class in a package {@code …fixture} of
 * this module that breaks it, by which {@link ArchitectureTest} sees that the rule can fail.
 */
// Rules of ArchUnit are not marked as immutable, but nothing changes them.
@SuppressWarnings("ImmutableEnumChecker")
enum Arrow {
  ENGINE_KNOWS_NO_STORE(
      noClasses()
          .that()
          .resideInAnyPackage(Layer.ENGINE, Layer.SPI)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(Layer.STORES),
      EngineThatKnowsAStore.class),

  SPI_KNOWS_NO_ENGINE(
      noClasses()
          .that()
          .resideInAPackage(Layer.SPI)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(Layer.ENGINE),
      SpiThatKnowsTheEngine.class),

  STORE_KNOWS_NO_ENGINE(
      noClasses()
          .that()
          .resideInAnyPackage(Layer.STORES)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(Layer.ENGINE),
      StoreThatKnowsTheEngine.class),

  STORE_KNOWS_NO_OTHER_STORE(
      slices().assignedFrom(new Stores()).should().notDependOnEachOther(),
      StoreThatKnowsAnother.class,
      MemoryClass.class),

  /** ArchUnit does not see {@code synchronized} blocks, so these can pass. */
  STORE_HAS_NO_THREAD_AND_NO_LOCK(
      noClasses()
          .that(
              resideInAnyPackage(Layer.STORES)
                  .and(not(Exemption.of(Exemption.FROM_NO_THREAD_AND_NO_LOCK))))
          .should()
          .dependOnClassesThat(
              belongToAnyOf(
                      Thread.class,
                      ThreadLocal.class,
                      Executors.class,
                      ThreadPoolExecutor.class,
                      ForkJoinPool.class,
                      Timer.class,
                      CountDownLatch.class,
                      CyclicBarrier.class,
                      Phaser.class,
                      Semaphore.class)
                  .or(resideInAPackage("java.util.concurrent.locks.."))),
      StoreWithLock.class),

  API_REACHES_ENGINE_BY_ITS_DOOR(
      noClasses()
          .that()
          .resideInAPackage(Layer.API)
          .should()
          .dependOnClassesThat(resideInAPackage(Layer.ENGINE).and(not(Layer.doorOfEngine()))),
      ApiThatReachesIntoTheEngine.class),

  /** So no type of a driver can be in a signature of the API or the SPI either. */
  CORE_NEEDS_ONLY_JAVA(
      classes()
          .that()
          .resideInAnyPackage(Layer.CORE)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(Layer.plus(Layer.CORE, "java..", "jdk.jfr..", "org.jspecify..")),
      EngineThatKnowsADriver.class),

  DRIVER_IS_KNOWN_TO_ITS_STORE_ONLY(
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.holdfast.redis..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.lettuce..", "io.netty..", "reactor.."),
      EngineThatKnowsADriver.class),

  COMMAND_LINE_USES_THE_API(
      noClasses()
          .that()
          .resideInAPackage("dev.holdfast.cli..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(Layer.plus(Layer.STORES, Layer.ENGINE, Layer.SPI)),
      CommandThatReachesIntoTheEngine.class),

  DEMOS_USE_THE_API(
      noClasses()
          .that()
          .resideInAPackage(Layer.DEMOS)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(Layer.plus(Layer.STORES, Layer.ENGINE, Layer.SPI)),
      DemoThatReachesIntoTheEngine.class),

  /** So that the command starts without what only the demos need. */
  DEMOS_ARE_KNOWN_TO_NOBODY(
      noClasses()
          .that()
          .resideOutsideOfPackage(Layer.DEMOS)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(Layer.DEMOS),
      CommandThatKnowsADemo.class),

  GUARDS_NEED_ONLY_THE_API(
      classes()
          .that(resideInAPackage(Layer.GUARDS).and(not(resideInAPackage(Layer.GUARDS_OF_SPRING))))
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(Layer.API, Layer.GUARDS, "java..", "org.jspecify.."),
      GuardThatKnowsAStore.class),

  TCK_KNOWS_NO_STORE(
      noClasses()
          .that()
          .resideInAPackage("dev.holdfast.tck..")
          .and(not(Exemption.of(Exemption.FROM_KNOWING_NO_STORE)))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(Layer.STORES),
      ContractThatKnowsAStore.class),

  ENGINE_HAS_NO_CYCLES(
      slices().matching("dev.holdfast.engine.(*)..").should().beFreeOfCycles(),
      OneHalf.class,
      OtherHalf.class);

  private final ArchRule rule;
  private final Class<?>[] violation;

  Arrow(ArchRule rule, Class<?>... violation) {
    // A layer without classes is no fault of the rule; ArchitectureTest sees to it that every
    // source file is among what is checked.
    this.rule = rule.as(name()).allowEmptyShould(true);
    this.violation = violation;
  }

  ArchRule rule() {
    return rule;
  }

  /** Classes that break this rule, and need not break another. */
  Class<?>[] violation() {
    return violation;
  }
}
