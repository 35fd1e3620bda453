package dev.holdfast.verification.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ArchitectureTest {

  private static JavaClasses ours;

  @BeforeAll
  static void readClasses() {
    ours = new ClassFileImporter().importPaths(Project.classFolders());
  }

  @Test
  void everySourceFileIsChecked() {
    List<String> names = ours.stream().map(JavaClass::getName).toList();

    assertThat(Project.sourceClassNames()).contains("dev.holdfast.LockClient");
    assertThat(names).containsAll(Project.sourceClassNames());
  }

  @ParameterizedTest
  @EnumSource
  void arrowHolds(Arrow arrow) {
    arrow.rule().check(ours);
  }

  @ParameterizedTest
  @EnumSource
  void arrowCanFail(Arrow arrow) {
    JavaClasses violation = new ClassFileImporter().importClasses(arrow.violation());

    assertThat(arrow.rule().evaluate(violation).hasViolation()).isTrue();
  }

  @Test
  void everyExemptionIsNeeded() {
    assertThat(ours.stream().map(JavaClass::getName))
        .containsAll(Exemption.FROM_NO_THREAD_AND_NO_LOCK.keySet());
    assertThat(Exemption.FROM_NO_THREAD_AND_NO_LOCK.values()).noneMatch(String::isBlank);
  }
}
