package dev.holdfast.redis.connection;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;

/**
 * Checks the files of certificates and keys before anything is connected: the driver would read
 * them at each connection, and say that the server can't be reached.
 */
final class PemFile {

  private PemFile() {}

  /**
   * Checks that a file has certificates.
   *
   * @throws IllegalArgumentException if it can't be read, or has none
   */
  static void checkCertificates(String option, Path path) {
    byte[] content = read(option, path);
    try {
      if (!CertificateFactory.getInstance("X.509")
          .generateCertificates(new ByteArrayInputStream(content))
          .isEmpty()) {
        return;
      }
    } catch (CertificateException none) {
      // Said below; its text names nothing that could be changed.
    }
    throw new IllegalArgumentException(
        option + "=" + path + " has no certificate in it; it has to be a file in the form PEM");
  }

  /**
   * Checks that a file has a private key that can be used as it is.
   *
   * @throws IllegalArgumentException if it can't be read, has none, or the key is encrypted
   */
  static void checkKey(String option, Path path) {
    String text = new String(read(option, path), StandardCharsets.ISO_8859_1);
    if (!text.contains("PRIVATE KEY-----")) {
      throw new IllegalArgumentException(
          option + "=" + path + " has no private key in it; it has to be a file in the form PEM");
    }
    if (text.contains("ENCRYPTED")) {
      throw new IllegalArgumentException(
          option + "=" + path + " is encrypted; name a file with the key as it is");
    }
  }

  private static byte[] read(String option, Path path) {
    try {
      return Files.readAllBytes(path);
    } catch (IOException unreadable) {
      throw new IllegalArgumentException(
          option + "=" + path + " is not a file that can be read", unreadable);
    }
  }
}
