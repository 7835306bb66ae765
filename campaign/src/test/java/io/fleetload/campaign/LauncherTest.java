// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.Golden;
import io.fleetload.rig.Home;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The script {@code loadtest} of a release: which Java it starts, and how that ends. */
class LauncherTest {
  private static final Golden WORDS = Golden.of("launcher");

  @TempDir private Path home;
  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void aRelease() throws IOException {
    Files.copy(Home.path("loadtest"), home.resolve("loadtest"));
    assertThat(home.resolve("loadtest").toFile().setExecutable(true)).isTrue();
    Files.createFile(home.resolve("campaign.jar"));
    Files.createDirectories(home.resolve("jdk/bin"));
    release("17.0.1");
    java("echo \"$@\"");
    environment.put("JAVA_HOME", home.resolve("jdk").toString());
  }

  private void release(String version) throws IOException {
    Files.writeString(
        home.resolve("jdk/release"),
        "IMPLEMENTOR=\"A B\"\nJAVA_VERSION=\"%s\"\n".formatted(version));
  }

  private void java(String script) throws IOException {
    Path java = home.resolve("jdk/bin/java");
    Files.writeString(java, "#!/bin/sh\n" + script + "\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
  }

  private void realJava() {
    environment.put("JAVA_HOME", System.getProperty("java.home"));
  }

  private ProcessBuilder builder(String... before) {
    List<String> line = new ArrayList<>(List.of(before));
    line.addAll(List.of(home.resolve("loadtest").toString(), "run", "two words"));
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder
        .environment()
        .keySet()
        .removeAll(Set.of("FLEETLOAD_ARCHIVES", "FLEETLOAD_JAVA_OPTIONS"));
    builder.environment().putAll(environment);
    return builder;
  }

  /** What it prints, after its exit code. */
  private List<String> called(String... before) throws Exception {
    File said = home.resolve("said").toFile();
    int code = builder(before).redirectOutput(said).start().waitFor();
    List<String> lines = new ArrayList<>(List.of(Integer.toString(code)));
    lines.addAll(Files.readAllLines(said.toPath(), StandardCharsets.UTF_8));
    return lines;
  }

  static Stream<List<String>> shells() {
    return FreshBuildTest.shells();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.8.0_392", "9", "11.0.2", "16-ea"})
  void anOldJavaIsOneLine(String version) throws Exception {
    release(version);
    List<String> said = called();
    assertThat(said).hasSize(2).startsWith("2");
    assertThat(said.get(1)).endsWith(" Java " + version);
    WORDS.says(
        said.get(1).replace(home.toString(), "HOME").replace(version, "VERSION"),
        "loadtest: ",
        "JDK 17",
        "JAVA_HOME",
        "HOME/jdk/bin/java");
  }

  @ParameterizedTest
  @ValueSource(strings = {"17", "17.0.15", "21.0.1", "25-ea", "100.1"})
  void anyLaterJavaIsStarted(String version) throws Exception {
    release(version);
    assertThat(called()).startsWith("0").last().asString().contains("campaign.jar run two words");
  }

  @Test
  void aJavaThatHasNoFileOfItsVersionIsAsked() throws Exception {
    Files.delete(home.resolve("jdk/release"));
    java("echo 'openjdk version \"11.0.2\" 2019-01-15' >&2");
    assertThat(called()).startsWith("2").last().asString().endsWith(" Java 11.0.2");

    java("[ \"$1\" = -version ] || echo started");
    assertThat(called()).containsExactly("0", "started");
  }

  @ParameterizedTest
  @ValueSource(strings = {"C", "POSIX", "xx_YY.UTF-8"})
  void anAsciiLocaleLeavesFilesTheirNamesAndTheTerminalAscii(String locale) throws Exception {
    environment.put("LC_ALL", locale);
    java("echo \"$LC_ALL $@\"");
    assertThat(called())
        .startsWith("0")
        .last()
        .asString()
        .startsWith("C.UTF-8 ")
        .contains(" -Dstdout.encoding=US-ASCII ", " -Dsun.stdout.encoding=US-ASCII ");
  }

  @Test
  void aLocaleOfUnicodeIsLeftAlone() throws Exception {
    environment.put("LC_ALL", "C.utf8");
    java("echo \"$LC_ALL $@\"");
    assertThat(called())
        .startsWith("0")
        .last()
        .asString()
        .startsWith("C.utf8 ")
        .doesNotContain("US-ASCII");
  }

  @Test
  void aJavaHomeThatIsNotThereIsAMistake() throws Exception {
    environment.put("JAVA_HOME", "/no such/jdk");
    List<String> said = called();
    assertThat(said).hasSize(2).startsWith("2");
    WORDS.says(said.get(1), "loadtest: ", "JAVA_HOME", "JDK 17", "/no such/jdk");
  }

  @ParameterizedTest
  @CsvSource({"0,0", "2,2", "3,3", "70,70", "101,1", "130,130"})
  void theProgramsExitCodeIsTheCommands(String ofProgram, String ofCommand) throws Exception {
    java("exit " + ofProgram);
    assertThat(called()).containsExactly(ofCommand);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-XX:+NoSuchOption", "-Xmx999999g", "-Xmx", "-agentlib:none"})
  void anOptionWithWhichJavaDoesNotStartIsTheUsers(String option) throws Exception {
    realJava();
    environment.put("FLEETLOAD_JAVA_OPTIONS", option);
    doesNotStart(called());
  }

  private static void doesNotStart(List<String> said) {
    assertThat(said).startsWith("2");
    WORDS.says(said.get(said.size() - 1), "loadtest: ", "FLEETLOAD_JAVA_OPTIONS", "(ulimit -a)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ulimit -v 300000", "rm CAMPAIGN", "echo cut >CAMPAIGN"})
  void aHostOrAnInstallationThatDoesNotLetJavaStartIsSaid(String before) throws Exception {
    realJava();
    String script = before.replace("CAMPAIGN", home.resolve("campaign.jar").toString());
    doesNotStart(called("sh", "-c", script + "; exec \"$@\"", "sh"));
  }

  @ParameterizedTest
  @MethodSource("shells")
  void theProgramReadsTheCommandsInput(List<String> shell) throws Exception {
    java("cat");
    Process process = builder(shell.toArray(String[]::new)).start();
    try (BufferedReader lines = process.inputReader()) {
      process.outputWriter().append("typed\n").flush();
      assertThat(lines.readLine()).isEqualTo("typed");
      process.getOutputStream().close();
      assertThat(process.waitFor()).isZero();
    }
  }

  /** Ends as a JVM does. */
  private static final String JVM =
      "once() { trap '' HUP TERM; kill $!; echo $1; exit $2; };"
          + " trap 'once HUP 129' HUP; trap 'once TERM 143' TERM;"
          + " exec 2>&-; sleep 100 & echo $PPID; wait";

  private static final Map<String, Integer> CODES = Map.of("HUP", 129, "INT", 130, "TERM", 143);

  @ParameterizedTest
  @MethodSource("shells")
  void aSignalEndsTheProgram(List<String> shell) throws Exception {
    java(JVM);
    for (String signal : CODES.keySet()) {
      // In a group of its own: what runs the tests is not meant.
      for (String group : List.of("", "-")) {
        List<String> before = new ArrayList<>(List.of("setsid", "env", "--default-signal"));
        before.addAll(shell);
        Process process = builder(before.toArray(String[]::new)).start();
        try (BufferedReader lines = process.inputReader()) {
          String script = lines.readLine();
          String kill = "kill -s %s -- %s%s".formatted(signal, group, script);
          assertThat(new ProcessBuilder("sh", "-c", kill).start().waitFor()).isZero();

          assertThat(lines.readLine()).as(kill).isEqualTo(signal.equals("INT") ? "TERM" : signal);
          assertThat(process.waitFor()).as(kill).isEqualTo(CODES.get(signal));
        }
      }
    }
  }

  @Test
  void whatTheProgramMakesOfASignalIsTheCommandsExitCode() throws Exception {
    java("trap 'kill $!; exit 130' TERM; exec 2>&-; sleep 100 & echo $PPID; wait");
    Process process = builder().start();
    try (BufferedReader lines = process.inputReader()) {
      new ProcessBuilder("kill", "-TERM", lines.readLine()).start().waitFor();
      assertThat(process.waitFor()).isEqualTo(130);
    }
  }
}
