package dev.holdfast.verification.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.PackageMatcher;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

/** Cuts the classes into one slice per store. */
final class Stores implements SliceAssignment {

  @Override
  public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
    for (String store : Layer.STORES) {
      if (PackageMatcher.of(store).matches(javaClass.getPackageName())) {
        return SliceIdentifier.of(store);
      }
    }
    return SliceIdentifier.ignore();
  }

  @Override
  public String getDescription() {
    return "stores";
  }
}
