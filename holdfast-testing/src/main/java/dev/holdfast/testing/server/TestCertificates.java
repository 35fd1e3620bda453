package dev.holdfast.testing.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Certificates for one test: an authority, a server and a client, made with {@code openssl}, valid
 * for a day. All files are PEM.
 */
public final class TestCertificates {

  private static final char[] NO_PASSWORD = new char[0];

  private final Path folder;

  private TestCertificates(Path folder) {
    this.folder = folder;
  }

  /**
   * Makes certificates for a server on this machine.
   *
   * @param folder an existing folder for the files, such as a {@code @TempDir}
   * @return the certificates
   * @throws IOException if openssl is missing or fails
   */
  public static TestCertificates create(Path folder) throws IOException {
    return create(folder, "DNS:localhost,IP:127.0.0.1");
  }

  /**
   * Makes certificates for a server with other names, to see that clients refuse it.
   *
   * @param folder an existing folder for the files
   * @param serverNames subject alternative names as openssl takes them, such as {@code DNS:other}
   * @return the certificates
   * @throws IOException if openssl is missing or fails
   */
  public static TestCertificates create(Path folder, String serverNames) throws IOException {
    TestCertificates certificates = new TestCertificates(folder);
    certificates.makeAuthority();
    certificates.makeSigned("server", "subjectAltName=" + serverNames);
    certificates.makeSigned("client", "extendedKeyUsage=clientAuth");
    return certificates;
  }

  /**
   * The certificate of the authority.
   *
   * @return path of a PEM file
   */
  public Path authority() {
    return folder.resolve("ca.crt");
  }

  /**
   * The certificate of the server.
   *
   * @return path of a PEM file
   */
  public Path serverCertificate() {
    return folder.resolve("server.crt");
  }

  /**
   * The key of the server.
   *
   * @return path of a PEM file (PKCS 8, not encrypted)
   */
  public Path serverKey() {
    return folder.resolve("server.key");
  }

  /**
   * The certificate of the client.
   *
   * @return path of a PEM file
   */
  public Path clientCertificate() {
    return folder.resolve("client.crt");
  }

  /**
   * The key of the client.
   *
   * @return path of a PEM file (PKCS 8, not encrypted)
   */
  public Path clientKey() {
    return folder.resolve("client.key");
  }

  /**
   * A context that trusts the authority and shows the certificate of the client.
   *
   * @return a new context
   * @throws IOException if the files can't be read
   */
  public SSLContext clientContext() throws IOException {
    try {
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, NO_PASSWORD);
      trusted.setCertificateEntry("authority", certificate(authority()));
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);

      KeyStore own = KeyStore.getInstance("PKCS12");
      own.load(null, NO_PASSWORD);
      Certificate[] chain = {certificate(clientCertificate())};
      own.setKeyEntry("client", key(clientKey()), NO_PASSWORD, chain);
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(own, NO_PASSWORD);

      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException("The certificates in " + folder + " can't be used", e);
    }
  }

  private void makeAuthority() throws IOException {
    makeKey("ca");
    openssl("req -x509 -new -key ca.key -days 1 -subj /CN=holdfast-test-ca -out ca.crt");
  }

  private void makeSigned(String name, String extension) throws IOException {
    makeKey(name);
    Files.writeString(folder.resolve(name + ".ext"), extension + "\n");
    openssl(
        "req -new -key %s.key -subj /CN=holdfast-test-%s -out %s.csr".formatted(name, name, name));
    openssl(
        ("x509 -req -in %s.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 1"
                + " -extfile %s.ext -out %s.crt")
            .formatted(name, name, name));
  }

  private void makeKey(String name) throws IOException {
    openssl("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out " + name + ".key");
  }

  private void openssl(String arguments) throws IOException {
    List<String> command = List.of(("openssl " + arguments).split(" ", -1));
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException(command + " failed: " + output);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while making certificates", e);
    }
  }

  private static Certificate certificate(Path pem) throws IOException, GeneralSecurityException {
    try (InputStream in = Files.newInputStream(pem)) {
      return CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }

  private static PrivateKey key(Path pem) throws IOException, GeneralSecurityException {
    String base64 = Files.readString(pem).replaceAll("-----[A-Z ]+-----|\\s", "");
    PKCS8EncodedKeySpec spec = new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64));
    return KeyFactory.getInstance("EC").generatePrivate(spec);
  }
}
