package dev.holdfast.embedded;

import java.util.List;
import java.util.Locale;

/**
 * One redis-server executable among the class-path resources, for one platform.
 *
 * <p>The digests are written down here instead of being computed from the resource: a start that
 * finds the file in the cache then reads nothing, and a jar that was tampered with is refused.
 *
 * @param os operating system, as {@link #osOf} names it
 * @param arch processor, as {@link #archOf} names it
 * @param version version in the name of the resource
 * @param sha256 digest of the executable, lower-case hexadecimal
 */
record BinaryResource(String os, String arch, String version, String sha256) {

  /** What to do where there is no executable, or none that runs. */
  static final String INSTEAD =
      "Start a Redis 6.2 or newer yourself and pass its address with --url redis://HOST:PORT"
          + " (or in HOLDFAST_URL).";

  /** The jar has a Windows executable too, of Redis 5, which is too old for us. */
  static final List<BinaryResource> ALL =
      List.of(
          new BinaryResource(
              "linux",
              "amd64",
              "6.2.6-v5",
              "1f716094e08a25faee2bc7626feb9e13464ed89018ac5c376c5e9cff06bdcf52"),
          new BinaryResource(
              "linux",
              "arm64",
              "6.2.7",
              "036a23aa65bfb31d2a048aa96c170b38c2fbd4f1de68ef0f9c3133dd4b1474cd"),
          new BinaryResource(
              "linux",
              "386",
              "6.2.7",
              "7439d339751e396cef7205a3169c96f1c53661f65d473b8d086e2d1826f48145"),
          new BinaryResource(
              "darwin",
              "amd64",
              "6.2.6-v5",
              "7a4eb450d90a6ce9a2c651cfc4a0613b980a270c6426cbb6fa42d6c3beec9ce8"),
          new BinaryResource(
              "darwin",
              "arm64",
              "6.2.6-v5",
              "c523aec5a9b6f565cff0271ef67f5c51fa83e1180e3e954ab5251b3cf6282b76"));

  /** The resource for the values of the system properties {@code os.name} and {@code os.arch}. */
  static BinaryResource forPlatform(String osName, String osArch) {
    String os = osOf(osName);
    String arch = archOf(osArch);
    return ALL.stream()
        .filter(resource -> resource.os.equals(os) && resource.arch.equals(arch))
        .findFirst()
        .orElseThrow(
            () ->
                new EmbeddedRedisException(
                    "There is no embedded Redis for this platform (%s, %s). %s"
                        .formatted(osName, osArch, INSTEAD),
                    null));
  }

  /** Where the executable lies on the class path. */
  String path() {
    return "/redis-server-%s-%s-%s".formatted(version, os, arch);
  }

  /** Name of the cache folder of this very executable. */
  String folder() {
    return "redis-%s-%s".formatted(version, sha256.substring(0, 12));
  }

  private static String osOf(String osName) {
    String name = osName.toLowerCase(Locale.ROOT);
    if (name.startsWith("linux")) {
      return "linux";
    }
    return name.startsWith("mac") || name.startsWith("darwin") ? "darwin" : name;
  }

  private static String archOf(String osArch) {
    return switch (osArch.toLowerCase(Locale.ROOT)) {
      case "amd64", "x86_64" -> "amd64";
      case "aarch64", "arm64" -> "arm64";
      case "x86", "i386", "i486", "i586", "i686" -> "386";
      default -> osArch;
    };
  }
}
