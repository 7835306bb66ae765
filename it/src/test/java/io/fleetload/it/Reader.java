// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.Home;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A reader of a page, who types its commands into one shell, in a folder as a checkout or a release
 * has it. {@code ./loadtest} is the script that users have; behind what was typed it gets the
 * arguments that make a run short and lead it to a Hono that is up.
 */
final class Reader implements AutoCloseable {
  private static final String ENDED = "ended with ";

  /** The programs of a release, and where the tree has them. */
  private static final List<String> PROGRAMS =
      List.of(
          "campaign/target/campaign.jar",
          "device-simulator/target/device-simulator.jar",
          "backend-simulator/target/backend-simulator.jar",
          "provisioning/target/provisioning.jar",
          "hono-deploy/embedded/target/hono-embedded.jar",
          "hono-deploy/embedded/target/lib");

  private final Path folder;
  private final Process shell;
  private final BufferedReader printed;
  private final Writer keys;

  /**
   * Unpacks nothing yet: the release lies beside the folder's files, as an archive.
   *
   * @param directory empty
   * @param version of the archive
   * @param more arguments of each command of {@code loadtest} that is named
   */
  Reader(Path directory, String version, Map<String, List<String>> more) throws Exception {
    folder = Files.createDirectory(directory.resolve("checkout"));
    Path installation = installation(directory.resolve("installation"));
    script(folder.resolve("loadtest"), wrapper(installation, more));
    for (String each : List.of("profiles", "docs", "packs", "hono-embedded.jar", "lib")) {
      Files.createSymbolicLink(folder.resolve(each), installation.resolve(each));
    }
    release(directory.resolve("fleetload-" + version));
    Path lacking = Files.createDirectory(directory.resolve("lacking"));
    script(lacking.resolve("openssl"), "echo secret");

    ProcessBuilder builder =
        new ProcessBuilder("bash", "--norc", "-s")
            .directory(folder.toFile())
            .redirectErrorStream(true);
    Path java = Path.of(System.getProperty("java.home"));
    builder.environment().put("JAVA_HOME", java.toString());
    // The stand-in counts only where the program is missing.
    builder
        .environment()
        .put("PATH", "%s/bin:%s:%s".formatted(java, System.getenv("PATH"), lacking));
    builder.environment().put("FLEETLOAD_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1");
    builder.environment().put("FLEETLOAD_ARCHIVES", "off");
    shell = builder.start();
    printed = shell.inputReader(StandardCharsets.UTF_8);
    keys = shell.outputWriter(StandardCharsets.UTF_8);
  }

  /** What a command printed, and its exit code. */
  record Answer(int code, String text) {}

  /** Types one line; the shell keeps its folder and its variables. */
  Answer types(String line) throws IOException {
    keys.write("{ " + line + "\n} </dev/null\nprintf '\\n" + ENDED + "%s\\n' $?\n");
    keys.flush();
    List<String> lines = new ArrayList<>();
    for (String each = printed.readLine(); each != null; each = printed.readLine()) {
      if (each.startsWith(ENDED)) {
        return new Answer(
            Integer.parseInt(each.substring(ENDED.length())), String.join("\n", lines));
      }
      lines.add(each);
    }
    throw new AssertionError("the shell ended with " + line + " and " + lines);
  }

  /** A file of the folder in which the shell is. */
  Path file(String name) throws IOException {
    return Path.of(types("pwd").text().strip()).resolve(name);
  }

  @Override
  public void close() throws IOException {
    keys.close();
    shell.descendants().forEach(ProcessHandle::destroy);
    shell.destroy();
    // JUnit warns of each link out of a temporary directory.
    try (Stream<Path> all = Files.walk(folder.getParent())) {
      for (Path each : all.filter(Files::isSymbolicLink).toList()) {
        Files.delete(each);
      }
    }
  }

  /** As the release has them: side by side, under the script that needs no Maven. */
  private static Path installation(Path place) throws IOException {
    Files.createDirectory(place);
    for (String each : PROGRAMS) {
      Path built = Home.path(each);
      Files.createSymbolicLink(place.resolve(built.getFileName()), built);
    }
    for (String each : List.of("profiles", "docs", "packs")) {
      Files.createSymbolicLink(place.resolve(each), Home.path(each));
    }
    Files.copy(Home.path("loadtest"), place.resolve("loadtest"));
    return place;
  }

  private static String wrapper(Path installation, Map<String, List<String>> more) {
    String cases =
        more.entrySet().stream()
            .map(
                each ->
                    "%s) set -- \"$@\" %s ;;%n".formatted(each.getKey(), quoted(each.getValue())))
            .collect(Collectors.joining());
    return "case $1 in\n%sesac\nexec '%s/loadtest' \"$@\"".formatted(cases, installation);
  }

  /** The archive of the folder, and the sums of it and of one that nobody has loaded. */
  private void release(Path unpacked) throws Exception {
    Files.createDirectory(unpacked);
    try (Stream<Path> files = Files.list(folder)) {
      for (Path each : files.toList()) {
        Files.createSymbolicLink(unpacked.resolve(each.getFileName()), each);
      }
    }
    String archive = unpacked.getFileName() + ".tar.gz";
    String pack =
        "tar -czf checkout/%1$s %2$s && cd checkout && sha256sum %1$s >SHA256SUMS"
            .formatted(archive, unpacked.getFileName());
    Process packing =
        new ProcessBuilder("sh", "-c", pack)
            .directory(unpacked.getParent().toFile())
            .inheritIO()
            .start();
    assertThat(packing.waitFor()).isZero();
    Path sums = folder.resolve("SHA256SUMS");
    String other = "0".repeat(64) + "  " + unpacked.getFileName() + ".zip\n";
    Files.writeString(sums, Files.readString(sums) + other);
  }

  private static void script(Path file, String text) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + text + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private static String quoted(List<String> words) {
    return words.stream()
        .map(each -> "'" + each.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" "));
  }
}
