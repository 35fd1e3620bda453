package dev.holdfast.verification.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The form that all pages keep. */
class FormTest {

  @Test
  void everyPage_keepsTheForm() {
    List<String> problems =
        Repository.pages().stream().flatMap(page -> Form.problems(page).stream()).toList();

    assertThat(problems).isEmpty();
  }
}
