// SPDX-License-Identifier: EPL-2.0
package io.fleetload.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The sample project as a user has it, in a directory of its own and with the artifacts of this
 * build, under a version that nobody else has. They lie in a repository that has all else by links
 * to that of the build, since only Maven 3.9 and newer take several. The programs are those of the
 * release where this build makes one (profile dist), else those of the checkout. Maven is the
 * wrapper's; the nightly tier has others, which come from the repository as any artifact does.
 */
class SampleProjectIT {
  private static final Path HOME = Path.of(System.getProperty("fleetload.home"));
  private static final String VERSION = System.getProperty("project.version");
  private static final String OWN_VERSION = VERSION + ".sample";
  private static final String LENIENT =
      "generator: { maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%, maxOthers: 100% }\n";

  private static final String TEST = "src/test/java/com/example/TelemetryIT.java";
  private static final String RELEASE = System.getProperty("fleetload.release", "");

  @TempDir private static Path cache;
  @TempDir private Path directory;

  @BeforeEach
  void aProjectAndARepository() throws IOException {
    link(Path.of(System.getProperty("build.repository")), repository());
    copy(HOME.resolve("dist/sample"), project());
    edit("pom.xml", Map.of(VERSION, OWN_VERSION));
    publish("fleetload", HOME.resolve("pom.xml"), null);
    for (String each : List.of("junit5", "maven-plugin")) {
      String artifact = "fleetload-" + each;
      Path module = HOME.resolve("dist").resolve(each);
      publish(
          artifact,
          module.resolve("pom.xml"),
          module.resolve("target/" + artifact + "-" + VERSION + ".jar"));
    }
    publish("fleetload-dist", null, RELEASE.isEmpty() ? emptyJar() : Path.of(RELEASE));
  }

  /** JUnit warns of each link out of a temporary directory. */
  @AfterEach
  void noLinks() throws IOException {
    try (Stream<Path> all = Files.walk(repository(), 2)) {
      for (Path each : all.filter(Files::isSymbolicLink).toList()) {
        Files.delete(each);
      }
    }
  }

  @Test
  void isGreenWithALoadTestInJUnitAndOneInTheBuild() throws Exception {
    isGreenWith(HOME.resolve("mvnw"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.8.7", "4.0.0-rc-5"})
  @Tag("nightly")
  @Tag("mavens")
  void isGreenWithTheMavenOfDebian12AndUbuntu2404AndWithMaven4(String version) throws Exception {
    isGreenWith(other(version));
  }

  private void isGreenWith(Path maven) throws Exception {
    // However busy the host is.
    edit(
        TEST,
        Map.of(
            "new EmbeddedHono()",
            "new EmbeddedHono().withOption(\"--request-timeout=10s\").withOption(\"--flow-latency=10s\")",
            "800",
            "60_000"));
    edit("src/test/load/smoke.yaml", Map.of("< 1s\n", "< 60s\n" + LENIENT));

    String said =
        maven(maven, 0, "-Dfleetload.profiles=" + echo("passes", "flows.echo.achieved >= 0%"));

    assertThat(said)
        .contains("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0")
        .contains("smoke: PASSED", "passes: PASSED", "BUILD SUCCESS");
    assertThat(project().resolve("target/fleetload/smoke/report.html")).exists();
    assertThat(project().resolve("target/fleetload/passes/junit.xml")).exists();
  }

  /** Another Maven, from the repository of all other artifacts. */
  private Path other(String version) throws Exception {
    assumeFalse(Boolean.getBoolean("build.offline"), "another Maven comes from the network");
    maven(
        HOME.resolve("mvnw"),
        0,
        "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:unpack",
        "-Dartifact=org.apache.maven:apache-maven:" + version + ":zip:bin",
        "-DoutputDirectory=" + directory);
    return directory.resolve("apache-maven-" + version + "/bin/mvn");
  }

  @Test
  @Tag("nightly")
  @Tag("mavens")
  void aBuildWithoutTestsHasNoLoadTest() throws Exception {
    isSkippedBy("skipTests");
  }

  @ParameterizedTest
  @ValueSource(strings = {"skipITs", "maven.test.skip", "fleetload.skip"})
  @Tag("nightly")
  @Tag("mavens")
  void whatElseSkipsTestsSkipsTheLoadTestToo(String property) throws Exception {
    isSkippedBy(property);
  }

  private void isSkippedBy(String property) throws Exception {
    Files.delete(project().resolve(TEST));

    assertThat(maven(0, "-D" + property)).contains("load tests are skipped", "BUILD SUCCESS");
    assertThat(project().resolve("target/fleetload")).doesNotExist();
  }

  @Test
  @Tag("nightly")
  @Tag("mavens")
  void aCrossedThresholdFailsTheBuildWithItsMeaningInOneLine() throws Exception {
    Files.delete(project().resolve(TEST));
    Path profile = echo("crosses", "flows.echo.response.p50 < 0.001ms");

    String said = maven(1, "-Dfleetload.profiles=" + profile);

    assertThat(said.lines().filter(line -> line.contains("Failed to execute goal")))
        .singleElement()
        .asString()
        .contains(
            "fleetload-maven-plugin",
            "crosses: THRESHOLDS_CROSSED: a threshold of the profile or of the defaults was crossed"
                + " (threshold \"flows.echo.response.p50 < 0.001ms\" crossed: ",
            "target/fleetload/crosses/report.html");
  }

  @Test
  @Tag("nightly")
  @Tag("mavens")
  void theGoalVerifyFailsItAfterWhatTheBuildTakesDown() throws Exception {
    Files.delete(project().resolve(TEST));
    edit("pom.xml", Map.of("<goal>run</goal>", "<goal>run</goal><goal>verify</goal>"));
    Path crosses = echo("crosses", "flows.echo.response.p50 < 0.001ms");
    Path limited = echo("limited", "flows.echo.response.p50 < 0.001ms");
    Files.writeString(limited, Files.readString(limited).replace("maxLag: 10m", "maxLag: 0.001ms"));

    String said = maven(1, "-Dfleetload.profiles=" + crosses + "," + limited);

    assertThat(said.lines().filter(line -> line.startsWith("[WARNING] limited: ")))
        .singleElement()
        .asString()
        .contains("GENERATOR_LIMITED", "no verdict on the target");
    assertThat(said.lines().filter(line -> line.contains("Failed to execute goal")))
        .singleElement()
        .asString()
        .contains(":verify (default)", "crosses: THRESHOLDS_CROSSED");
  }

  @Test
  @Tag("nightly")
  @Tag("mavens")
  void aProfileThatIsWrongOrNotThereIsSaidAsOnTheCommandLine() throws Exception {
    Files.delete(project().resolve(TEST));
    Path wrong = directory.resolve("wrong.yaml");
    Files.writeString(
        wrong, Files.readString(echo("e", "flows.echo.achieved >= 0%")) + "runn: {}\n");

    assertThat(maven(1, "-Dfleetload.profiles=" + wrong))
        .contains("wrong.yaml:", "runn: unknown key; did you mean run?");
    assertThat(maven(1, "-Dfleetload.profiles=none.yaml"))
        .contains("none.yaml: there is no such file");
  }

  private Path project() {
    return directory.resolve("project");
  }

  private Path repository() {
    return directory.resolve("repository");
  }

  /** A load test of a second against a server that is up at once. */
  private Path echo(String name, String threshold) throws IOException {
    return Files.writeString(
        directory.resolve(name + ".yaml"),
        """
        pack: echo
        run: { name: %s }
        devices: { count: 5 }
        phases: { warmUp: 1s, measure: 1s }
        flows: { echo: { rate: 20/s } }
        thresholds: [%s]
        """
                .formatted(name, threshold)
            + LENIENT);
  }

  private void publish(String artifact, Path pom, Path jar) throws IOException {
    Path place = repository().resolve("io/fleetload").resolve(artifact).resolve(OWN_VERSION);
    Files.createDirectories(place);
    String name = artifact + "-" + OWN_VERSION;
    Files.writeString(
        place.resolve(name + ".pom"),
        pom == null
            ? "<project><modelVersion>4.0.0</modelVersion><groupId>io.fleetload</groupId><artifactId>%s</artifactId><version>%s</version></project>"
                .formatted(artifact, OWN_VERSION)
            : Files.readString(pom).replace(VERSION, OWN_VERSION));
    if (jar != null) {
      rename(Files.copy(jar, place.resolve(name + ".jar")));
    }
  }

  /** A plugin says its version, and Maven compares. */
  private static void rename(Path jar) throws IOException {
    try (FileSystem entries = FileSystems.newFileSystem(jar)) {
      Path descriptor = entries.getPath("META-INF/maven/plugin.xml");
      if (Files.exists(descriptor)) {
        Files.writeString(descriptor, Files.readString(descriptor).replace(VERSION, OWN_VERSION));
      }
    }
  }

  private Path emptyJar() throws IOException {
    Path jar = directory.resolve("empty.jar");
    new JarOutputStream(Files.newOutputStream(jar)).close();
    return jar;
  }

  private void edit(String file, Map<String, String> replacements) throws IOException {
    String text = Files.readString(project().resolve(file));
    for (Map.Entry<String, String> each : replacements.entrySet()) {
      assertThat(text).contains(each.getKey());
      text = text.replace(each.getKey(), each.getValue());
    }
    Files.writeString(project().resolve(file), text);
  }

  /** A repository of which {@code io/fleetload} is ours alone, and all else the given one's. */
  private static void link(Path from, Path to) throws IOException {
    Path groups = Path.of("io");
    Set<Path> own = Set.of(from.resolve(groups), from.resolve(groups).resolve("fleetload"));
    for (Path each : List.of(Path.of(""), groups)) {
      Files.createDirectories(to.resolve(each));
      try (Stream<Path> all = Files.list(from.resolve(each))) {
        for (Path place : all.filter(path -> !own.contains(path)).toList()) {
          Files.createSymbolicLink(to.resolve(from.relativize(place)), place);
        }
      }
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : all.filter(path -> !path.startsWith(from.resolve("target"))).toList()) {
        Files.copy(each, to.resolve(from.relativize(each).toString()));
      }
    }
  }

  private String maven(int exitCode, String... more) throws Exception {
    return maven(HOME.resolve("mvnw"), exitCode, more);
  }

  private String maven(Path program, int exitCode, String... more) throws Exception {
    List<String> command = new ArrayList<>(List.of(program.toString(), "-B", "-ntp"));
    command.add("-Dmaven.repo.local=" + repository());
    String tail = System.getProperty("build.repository.tail", "");
    if (!tail.isEmpty() && !tail.startsWith("$")) {
      command.add("-Dmaven.repo.local.tail=" + tail);
    }
    command.add(RELEASE.isEmpty() ? "-Dfleetload.home=" + HOME : "-Dfleetload.cache=" + cache);
    if (Stream.of(more).allMatch(each -> each.startsWith("-"))) {
      command.add("verify");
    }
    command.addAll(List.of(more));
    if (Boolean.getBoolean("build.offline")) {
      command.add("-o");
    }
    Path said = directory.resolve("said");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(project().toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    builder.environment().remove("MAVEN_ARGS");
    Process maven = builder.start();
    assertThat(maven.waitFor(10, TimeUnit.MINUTES)).isTrue();
    assertThat(maven.exitValue()).as(Files.readString(said)).isEqualTo(exitCode);
    return Files.readString(said);
  }
}
