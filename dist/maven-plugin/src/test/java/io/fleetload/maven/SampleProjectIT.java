// SPDX-License-Identifier: EPL-2.0
package io.fleetload.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The sample project as a user has it, in a directory of its own and with the artifacts of this
 * build, which lie in a repository under a version that nobody else has. The programs are those of
 * the release where this build makes one (profile dist), else those of the checkout.
 */
class SampleProjectIT {
  private static final Path HOME = Path.of(System.getProperty("fleetload.home"));
  private static final String VERSION = System.getProperty("project.version");
  private static final String OWN_VERSION = VERSION + ".sample";
  private static final String LENIENT =
      "generator: { maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%, maxOthers: 100% }\n";

  private static final String RELEASE = System.getProperty("fleetload.release", "");

  @TempDir private static Path cache;
  @TempDir private Path directory;

  @BeforeEach
  void aProjectAndARepository() throws IOException {
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

  @Test
  void isGreenWithALoadTestInJUnitAndOneInTheBuild() throws Exception {
    // However busy the host is.
    edit(
        "src/test/java/com/example/TelemetryIT.java",
        Map.of(
            "new EmbeddedHono()",
            "new EmbeddedHono().withOption(\"--request-timeout=10s\").withOption(\"--flow-latency=10s\")",
            "800",
            "60_000"));
    edit("src/test/load/smoke.yaml", Map.of("< 1s\n", "< 60s\n" + LENIENT));

    String said = maven(0, "-Dfleetload.profiles=" + echo("passes", "flows.echo.achieved > 0"));

    assertThat(said).contains("smoke: PASSED", "passes: PASSED", "BUILD SUCCESS");
    assertThat(project().resolve("target/fleetload/smoke/report.html")).exists();
    assertThat(project().resolve("target/fleetload/passes/junit.xml")).exists();
  }

  @Test
  void aCrossedThresholdFailsTheBuildWithItsMeaningInOneLine() throws Exception {
    Path profile = echo("crosses", "flows.echo.response.p50 < 0.001ms");

    String said = maven(1, "-DskipITs", "-Dfleetload.profiles=" + profile);

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
  void theGoalVerifyFailsItAfterWhatTheBuildTakesDown() throws Exception {
    edit("pom.xml", Map.of("<goal>run</goal>", "<goal>run</goal><goal>verify</goal>"));
    Path crosses = echo("crosses", "flows.echo.response.p50 < 0.001ms");
    Path limited = echo("limited", "flows.echo.achieved > 0");
    Files.writeString(limited, Files.readString(limited).replace("maxLag: 10m", "maxLag: 0.001ms"));

    String said =
        maven(
            1,
            "-DskipITs",
            "-Dfleetload.profiles=" + crosses + "," + limited,
            "-Dfleetload.failWithoutVerdict=false");

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
  void aProfileThatIsWrongOrNotThereIsSaidAsOnTheCommandLine() throws Exception {
    Path wrong = directory.resolve("wrong.yaml");
    Files.writeString(wrong, Files.readString(echo("e", "flows.echo.achieved > 0")) + "runn: {}\n");

    assertThat(maven(1, "-DskipITs", "-Dfleetload.profiles=" + wrong))
        .contains("wrong.yaml:", "runn: unknown key; did you mean run?");
    assertThat(maven(1, "-DskipITs", "-Dfleetload.profiles=none.yaml"))
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

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : all.filter(path -> !path.startsWith(from.resolve("target"))).toList()) {
        Files.copy(each, to.resolve(from.relativize(each).toString()));
      }
    }
  }

  private String maven(int exitCode, String... more) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                HOME.resolve("mvnw").toString(),
                "-B",
                "-ntp",
                "-Dmaven.repo.local=" + System.getProperty("build.repository"),
                "-Dmaven.repo.local.tail=" + repository() + tailOfTheBuild(),
                RELEASE.isEmpty() ? "-Dfleetload.home=" + HOME : "-Dfleetload.cache=" + cache,
                "verify"));
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

  private static String tailOfTheBuild() {
    String tail = System.getProperty("build.repository.tail", "");
    return tail.isEmpty() || tail.startsWith("$") ? "" : "," + tail;
  }
}
