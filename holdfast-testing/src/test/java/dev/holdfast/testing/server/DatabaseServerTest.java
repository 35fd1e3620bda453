package dev.holdfast.testing.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DatabaseServerTest {

  private static final Pattern ADDRESS = Pattern.compile("//127\\.0\\.0\\.1:(\\d+)/");

  @ParameterizedTest
  @EnumSource
  void server_startsAndLeavesNothing(DatabaseProgram program) throws Exception {
    Path folder;
    try (DatabaseServer server = DatabaseServer.start(program)) {
      Matcher address = ADDRESS.matcher(server.jdbcUrl());
      assertThat(address.find()).isTrue();
      assertThat(Ports.isFree(Integer.parseInt(address.group(1)))).isFalse();
      folder = server.folder();
      assertThat(folder).isDirectory();
    }
    assertThat(Files.exists(folder)).isFalse();
  }
}
