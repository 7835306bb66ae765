// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A release as its user has it: unpacked into a directory where nothing else is. */
@Tag("nightly")
@Tag("release")
class ReleaseIT {
  private static final Path BUILT = Path.of(System.getProperty("release"));
  private static final long LARGEST = 225_000_000;
  private static final Map<String, String> ARCHIVES = Map.of("FLEETLOAD_ARCHIVES", "on");
  private static final List<String> PROGRAMS =
      List.of(
          "arion-embedded",
          "backend-simulator",
          "calibration",
          "campaign",
          "device-simulator",
          "hono-embedded",
          "jt808-embedded",
          "mqtt-embedded",
          "ngsi-embedded",
          "provisioning");

  @TempDir private static Path empty;
  private static Path release;

  @BeforeAll
  static void unpackTheTar() throws Exception {
    assertThat(run(empty, List.of("tar", "-xzf", BUILT + ".tar.gz"))).startsWith("0\n");
    release = empty.resolve(BUILT.getFileName());
  }

  /** What a command prints, after its exit code. */
  private static String run(Path directory, List<String> command) throws Exception {
    return run(directory, command, Map.of());
  }

  private static String run(Path directory, List<String> command, Map<String, String> environment)
      throws Exception {
    File said = Files.createTempFile("said", ".txt").toFile();
    int code = builder(directory, command, environment).redirectOutput(said).start().waitFor();
    return code + "\n" + Files.readString(said.toPath(), StandardCharsets.UTF_8);
  }

  private static ProcessBuilder builder(
      Path directory, List<String> command, Map<String, String> environment) {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
    // No Maven, neither as a program nor as what it has loaded before.
    builder.environment().put("PATH", System.getProperty("java.home") + "/bin:/usr/bin:/bin");
    builder.environment().put("HOME", empty.toString());
    builder.environment().remove("JAVA_HOME");
    builder.environment().put("FLEETLOAD_ARCHIVES", "off");
    builder.environment().putAll(environment);
    return builder;
  }

  private static List<String> programs() throws IOException {
    try (Stream<Path> files = Files.list(release)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".jar"))
          .sorted()
          .toList();
    }
  }

  private static List<String> libraries(String program) throws IOException {
    try (JarFile jar = new JarFile(release.resolve(program).toFile())) {
      String path = jar.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      return path == null ? List.of() : List.of(path.strip().split("\\s+"));
    }
  }

  @Test
  void itRunsAWholeLoadTestWithoutMaven() throws Exception {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("fleetload/loadtest", "run", release + "/profiles/quickstart.yaml"));
    for (String set :
        List.of(
            "phases={connect: {rate: 50/s}, warmUp: 2s, measure: 3s, drain: 40s}",
            // A shared build machine may pause for longer than a person's patience.
            "generator={maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%, maxOthers: 100%}",
            "target.services={requestTimeout: 10s, flowLatency: 10s}",
            "thresholds=[ledger.lost == 0, flows.*.failed / flows.*.sent < 50%,"
                + " flows.*.achieved >= 0%]")) {
      command.addAll(List.of("--set", set));
    }
    command.addAll(List.of("--out", "results"));
    // By a link, as somebody who installs it may make.
    Files.createSymbolicLink(empty.resolve("fleetload"), release);

    assertThat(run(empty, command)).startsWith("0\n").contains("quickstart: PASSED");
    assertThat(empty.resolve("results/report.html")).exists();
  }

  /** A run of the smallest pack; it passes however busy the machine is. */
  private static List<String> echo(String out) {
    return List.of(
        release + "/loadtest",
        "run",
        release + "/packs/echo/profiles/quickstart.yaml",
        "--set=generator={maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%,"
            + " maxOthers: 100%}",
        "--set=thresholds=[flows.*.failed == 0, flows.*.achieved >= 0%]",
        "--out=" + out);
  }

  private static List<Path> files(Path directory, String pattern) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, pattern)) {
      files.forEach(found::add);
    }
    return found;
  }

  @ParameterizedTest
  @MethodSource("otherJavas")
  void itRunsWithOtherVersionsOfJava(String home) throws Exception {
    assumeFalse(home.isEmpty(), "OTHER_JAVAS names no other version of Java");
    Properties java = new Properties();
    try (InputStream in = Files.newInputStream(Path.of(home, "release"))) {
      java.load(in);
    }
    String version = java.getProperty("JAVA_VERSION").replace("\"", "");

    assertThat(run(empty, echo("java-" + version), Map.of("JAVA_HOME", home)))
        .startsWith("0\n")
        .contains("echo: PASSED");
    assertThat(empty.resolve("java-" + version).resolve("result.json"))
        .content()
        .containsPattern("\"java\" ?: ?\"" + Pattern.quote(version));
  }

  /** Their folders; {@code .ci/run} finds them. */
  static Stream<String> otherJavas() {
    return Stream.of(System.getenv().getOrDefault("OTHER_JAVAS", "").split(File.pathSeparator));
  }

  @Test
  void programsStartFromTheArchivesThatACommandMade() throws Exception {
    List<String> archive = List.of(release + "/loadtest", "archive", "--pack", "echo");
    assertThat(run(empty, archive, ARCHIVES)).startsWith("0\n");
    Path archives = files(release.resolve("archives"), "*").get(0);
    for (String program : List.of("campaign", "device-simulator-echo", "pack-echo-echo")) {
      assertThat(files(archives, program + ".*.jsa"))
          .as(program)
          .singleElement()
          .satisfies(each -> assertThat(each).isNotEmptyFile());
    }

    Map<String, String> logging = new HashMap<>(ARCHIVES);
    logging.put("FLEETLOAD_JAVA_OPTIONS", "-Xlog:class+load:file=classes-%p.log");
    assertThat(run(empty, echo("archived"), logging)).startsWith("0\n").contains("echo: PASSED");
    assertThat(files(empty, "classes-*.log"))
        .hasSizeGreaterThanOrEqualTo(3)
        .allSatisfy(
            each ->
                assertThat(Files.readString(each))
                    .containsPattern(" io\\.fleetload\\S+ source: shared objects file"));
    assertThat(run(empty, List.of(release + "/loadtest", "--version"), ARCHIVES))
        .startsWith("0\nloadtest ")
        .hasLineCount(3);
  }

  @Test
  void aThresholdThatIsCrossedIsTheOnlyOne() throws Exception {
    List<String> crossed = new ArrayList<>(echo("crossed"));
    crossed.add("--set=thresholds=[flows.*.response.p99 < 1us]");
    assertThat(run(empty, crossed)).startsWith("1\n").contains("CROSSED");

    Map<String, String> wrong = Map.of("FLEETLOAD_JAVA_OPTIONS", "-XX:+NoSuchOption");
    assertThat(run(empty, echo("wrong"), wrong))
        .startsWith("2\n")
        .contains("loadtest: Java did not start the program");
  }

  @Test
  void theHelpListsNoBenchmarks() throws Exception {
    assertThat(run(empty, List.of(release + "/loadtest", "--help")))
        .startsWith("0\n")
        .contains("archive")
        .doesNotContain("bench");
  }

  @Test
  void theLauncherSaysWhichCommitItIsOf() throws Exception {
    String version = Files.readString(release.resolve("VERSION")).strip();
    assertThat(version).matches("[0-9].*, commit [0-9a-f]{12}(-dirty)?");
    assertThat(release.getFileName()).hasToString("fleetload-" + version.replace(", commit ", "-"));

    Path link = Files.createSymbolicLink(empty.resolve("link"), release.resolve("loadtest"));
    assertThat(run(Path.of("/"), List.of(link.toString(), "--version")))
        .startsWith("0\nloadtest " + version + "\n");
  }

  @ParameterizedTest
  @FieldSource("PROGRAMS")
  void everyProgramSaysSoFromAnyDirectory(String program) throws Exception {
    List<String> command =
        List.of("java", "-XX:TieredStopAtLevel=1", "-jar", release + "/" + program + ".jar");
    assertThat(run(Path.of("/"), Stream.concat(command.stream(), Stream.of("--version")).toList()))
        .startsWith("0\n")
        .contains(" " + Files.readString(release.resolve("VERSION")).strip() + "\n");
  }

  @Test
  void everyProgramHasTheListOfItsParts() throws IOException {
    assumeFalse(
        "offline=true".equals(System.getProperty("network")),
        "a build without network makes no list of parts");
    for (String program : PROGRAMS) {
      assertThat(release.resolve("sbom").resolve(program).resolve("bom.json"))
          .content()
          .contains("\"CycloneDX\"", "\"" + program + "\"");
    }
  }

  @Test
  void aCommandFindsTheProgramsBesideItsOwnJar() throws Exception {
    assertThat(
            run(
                empty,
                List.of("java", "-jar", release + "/campaign.jar", "provision", "apply", "--help")))
        .startsWith("0\n")
        .contains("Usage: loadtest provision apply");
  }

  @Test
  void everyLibraryIsThereOnceAndIsNeeded() throws IOException {
    Set<String> needed = new TreeSet<>();
    for (String program : programs()) {
      needed.addAll(libraries(program));
    }
    Set<String> there = new TreeSet<>();
    try (Stream<Path> files = Files.list(release.resolve("lib"))) {
      files.forEach(file -> there.add("lib/" + file.getFileName()));
    }
    assertThat(there)
        .as("what is too much is of an earlier build: ./mvnw clean")
        .isEqualTo(needed)
        .hasSizeGreaterThan(300);
  }

  @Test
  void theZipHasTheSameFilesAndRights() throws IOException {
    List<String> differing = new ArrayList<>();
    try (ZipFile zip = ZipFile.builder().setFile(BUILT + ".zip").get()) {
      for (ZipArchiveEntry entry : Collections.list(zip.getEntries())) {
        Path file = empty.resolve(entry.getName());
        if (!entry.isDirectory()
            && !(Files.isRegularFile(file)
                && Files.isExecutable(file) == ((entry.getUnixMode() & 0111) != 0)
                && checksum(file) == entry.getCrc())) {
          differing.add(entry.getName());
        }
      }
    }
    assertThat(differing).isEmpty();
    assertThat(Files.isExecutable(release.resolve("loadtest"))).isTrue();
  }

  private static long checksum(Path file) throws IOException {
    CRC32 sum = new CRC32();
    try (InputStream in = new CheckedInputStream(Files.newInputStream(file), sum)) {
      in.transferTo(java.io.OutputStream.nullOutputStream());
    }
    return sum.getValue();
  }

  @ParameterizedTest
  @MethodSource("archives")
  void anArchiveIsNotTooLargeAndHasItsChecksum(Path archive) throws Exception {
    assertThat(Files.size(archive)).isLessThan(LARGEST);
    assertThat(run(archive.getParent(), List.of("sha256sum", "--check", "SHA256SUMS")))
        .contains(archive.getFileName() + ": OK");
  }

  static Stream<Path> archives() {
    return Stream.of(".zip", ".tar.gz").map(end -> Path.of(BUILT + end));
  }
}
