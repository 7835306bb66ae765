// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.Golden;
import io.fleetload.rig.Home;
import io.fleetload.rig.PseudoTerminal;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
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

/** The script {@code loadtest} in a home whose Maven and Java only say that they were called. */
class FreshBuildTest {
  private static final Golden WORDS = Golden.of("launcher");
  private static final String BUILT = "built";
  private static final Instant LONG_AGO = Instant.parse("2020-01-01T00:00:00Z");

  @TempDir private Path home;
  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void aHomeWhereEverythingIsBuilt() throws Exception {
    write(
        "pom.xml",
        "<module>parent</module>\n<module>packs/new</module>\n<module>campaign</module>");
    write("parent/pom.xml", "<project/>");
    write("packs/new/src/main/java/New.java", "class New {}");
    write("campaign/src/main/java/Campaign.java", "class Campaign {}");
    program("mvnw", "touch packs/new/target/new-1.jar campaign/target/campaign.jar " + BUILT);
    program("jdk/bin/java", "exit 0");
    write("jdk/release", "JAVA_VERSION=\"17.0.1\"\nJAVA_RUNTIME_VERSION=\"17.0.1+1\"\n");
    copy("loadtest");
    try (Stream<Path> all = Files.walk(home)) {
      for (Path each : all.toList()) {
        Files.setLastModifiedTime(each, FileTime.from(LONG_AGO));
      }
    }
    write("packs/new/target/new-1.jar", "");
    write("campaign/target/campaign.jar", "");
  }

  private void write(String file, String text) throws IOException {
    Files.createDirectories(home.resolve(file).getParent());
    Files.writeString(home.resolve(file), text);
  }

  private void program(String file, String script) throws IOException {
    write(file, "#!/bin/sh\n" + script + "\n");
    assertThat(home.resolve(file).toFile().setExecutable(true)).isTrue();
  }

  private void copy(String script) throws IOException {
    Files.copy(Home.path(script), home.resolve(script));
    assertThat(home.resolve(script).toFile().setExecutable(true)).isTrue();
  }

  /** Whether a call of the script builds before it starts the tool. */
  private boolean builds() throws Exception {
    Files.deleteIfExists(home.resolve(BUILT));
    assertThat(called("loadtest")).startsWith("0\n");
    return Files.exists(home.resolve(BUILT));
  }

  /** What a call of the script prints, after its exit code. */
  private String called(String script) throws Exception {
    return called(script, "--help");
  }

  private String called(String script, String command) throws Exception {
    return called(List.of(home.resolve(script).toString(), command));
  }

  private String called(List<String> line) throws Exception {
    File said = home.resolve("said").toFile();
    ProcessBuilder builder =
        new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(said);
    builder.environment().keySet().removeAll(Set.of("CI", "FLEETLOAD_ARCHIVES"));
    builder.environment().put("JAVA_HOME", home.resolve("jdk").toString());
    builder.environment().putAll(environment);
    int code = builder.start().waitFor();
    return code + "\n" + Files.readString(said.toPath(), StandardCharsets.UTF_8);
  }

  @Test
  void whatIsBuiltIsNotBuiltAgain() throws Exception {
    assertThat(builds()).isFalse();
  }

  @Test
  void aModuleWithoutItsJarIsBuiltWhateverItsName() throws Exception {
    Files.delete(home.resolve("packs/new/target/new-1.jar"));
    assertThat(builds()).isTrue();
    assertThat(builds()).isFalse();
  }

  @Test
  void aModuleWhoseJarIsOlderThanASourceOfAnotherIsBuilt() throws Exception {
    Files.setLastModifiedTime(
        home.resolve("packs/new/target/new-1.jar"), FileTime.from(LONG_AGO.minusSeconds(1)));
    assertThat(builds()).isTrue();
    assertThat(builds()).isFalse();
  }

  @Test
  void aSourceOrAPomThatChangedIsBuilt() throws Exception {
    for (String changed : new String[] {"packs/new/src/main/java/New.java", "parent/pom.xml"}) {
      FileTime later = FileTime.from(Instant.now().plusSeconds(60));
      Files.setLastModifiedTime(home.resolve(changed), later);
      assertThat(builds()).as(changed).isTrue();
      Files.setLastModifiedTime(home.resolve(changed), FileTime.from(LONG_AGO));
      assertThat(builds()).as(changed).isFalse();
    }
  }

  @Test
  void aBuildSaysWhatItNeedsAndHowFarItIs() throws Exception {
    Files.delete(home.resolve("campaign/target/campaign.jar"));
    program(
        "mvnw",
        """
        echo 'Downloaded from central: https://x/parent.pom (900 kB at 2.1 MB/s)'
        echo '[INFO] Building Wire 0.1.0-SNAPSHOT            [1/2]'
        echo 'Downloaded from central: https://x/big.jar (12.5 MB at 9 MB/s)'
        echo '[INFO] Building jar: /x/wire.jar'
        echo '[INFO] Building Pack: JT/T 808 0.1.0-SNAPSHOT  [2/2]'
        touch packs/new/target/new-1.jar campaign/target/campaign.jar
        """);
    String said = called("loadtest");
    assertThat(said).startsWith("0\nloadtest: ").hasLineCount(4);
    WORDS.says(said, "480 MB", "~/.m2", "\n[1/2] Wire\n[2/2] Pack: JT/T 808, 13 MB loaded\n");
  }

  /** Those of this machine that may be a user's sh. */
  static Stream<List<String>> shells() {
    return Stream.of(List.of("dash"), List.of("bash"), List.of("busybox", "sh"))
        .filter(
            each ->
                Stream.of(System.getenv("PATH").split(File.pathSeparator))
                    .anyMatch(folder -> Files.isExecutable(Path.of(folder, each.get(0)))));
  }

  /** What a first build says of Maven's log, after its exit code. */
  private List<String> saidOf(String log, List<String> shell) throws Exception {
    write("log", log);
    return saidOf("cat '%s/log'; touch packs/new/target/new-1.jar".formatted(home), shell, false);
  }

  private List<String> saidOf(String maven, List<String> shell, boolean terminal) throws Exception {
    Files.deleteIfExists(home.resolve("packs/new/target/new-1.jar"));
    program("mvnw", maven);
    List<String> line = new ArrayList<>(shell);
    line.addAll(List.of(home.resolve("loadtest").toString(), "--help"));
    String said = called(terminal ? PseudoTerminal.of(line, "no such word") : line);
    return said.lines().filter(each -> !each.startsWith("loadtest: building")).toList();
  }

  private static String recorded() throws IOException {
    return Files.readString(Home.path("campaign/src/test/maven/empty-repository.log"));
  }

  private static final List<String> OF_RECORDED =
      List.of(
          "0",
          "[1/3] Load platform, 1 MB loaded",
          "[2/3] Parent of what runs on the Quarkus platform, 17 MB loaded",
          "[3/3] Results model, 17 MB loaded");

  @ParameterizedTest
  @MethodSource("shells")
  void theLogOfAnEmptyRepositoryIsFollowed(List<String> shell) throws Exception {
    assertThat(saidOf(recorded(), shell)).isEqualTo(OF_RECORDED);
  }

  @ParameterizedTest
  @MethodSource("shells")
  void aTerminalHasOneLineForIt(List<String> shell) throws Exception {
    write("log", recorded());
    String maven = "cat '%s/log'; touch packs/new/target/new-1.jar".formatted(home);

    String said = String.join("\n", saidOf(maven, shell, true));

    String last = OF_RECORDED.get(OF_RECORDED.size() - 1);
    // The lines that are written anew begin with a carriage return, which ends a line here.
    assertThat(said).startsWith("0\n").contains("\033[K" + last).endsWith("\033[K");
  }

  @ParameterizedTest
  @MethodSource("shells")
  void sizesAreWrittenInManyWays(List<String> shell) throws Exception {
    String building = "[INFO] Building Wire 0.1.0-SNAPSHOT   [1/2]\n";
    Map<String, String> loaded = new LinkedHashMap<>();
    loaded.put("(5.7 kB at 64 kB/s)", "");
    loaded.put("(812 B at 20 kB/s)", "");
    loaded.put("(999.9 kB at 1.0 MB/s)", "");
    loaded.put("(1000 kB at 1.0 MB/s)", ", 1 MB loaded");
    loaded.put("(1.9 MB at 310 kB/s)", ", 1 MB loaded");
    loaded.put("(12 MB at 9 MB/s)", ", 12 MB loaded");
    loaded.put("(1.2 GB at 9 MB/s)", ", 1200 MB loaded");
    loaded.put("(2,5 MB at 9,1 MB/s)", ", 2 MB loaded");
    loaded.put("(٢٫٥ MB at ٩ MB/s)", "");
    loaded.put("(08 MB at 9 MB/s)", "");
    loaded.put("(99999999999999999999 MB at 9 MB/s)", "");
    loaded.put("(", "");
    loaded.put("(3.7 MB at 9 MB/s)\rDownloaded from c: x (3.4 MB at 9 MB/s)", ", 7 MB loaded");
    loaded.put("(2 MB at 9 MB/s)\rProgress (2): 5.7 kB | 1.2/9 MB", ", 2 MB loaded");
    for (Map.Entry<String, String> each : loaded.entrySet()) {
      assertThat(
              saidOf(
                  "Downloaded from c: https://x/y.jar " + each.getKey() + "\n" + building, shell))
          .as(each.getKey())
          .containsExactly("0", "[1/2] Wire" + each.getValue());
    }
  }

  @ParameterizedTest
  @MethodSource("shells")
  void theLastLineOfALogMayHaveNoEnd(List<String> shell) throws Exception {
    String begun = "Downloading from c: https://x/y.jar\nProgress (1): 1.2/9.9 MB";
    assertThat(saidOf(begun, shell)).containsExactly("0");

    String failed = "[INFO] Building Wire 0.1.0-SNAPSHOT   [1/2]\n[ERROR] cut";
    failed(
        saidOf("printf %%s '%s'; exit 1".formatted(failed), shell, false),
        "[1/2] Wire",
        "[ERROR] cut");
  }

  /** Asserts that these lines, and no others, are between the exit code and the last line. */
  private static void failed(List<String> said, String... shown) {
    assertThat(said).hasSize(shown.length + 2).startsWith("2").containsSequence(shown);
    WORDS.holds("a build that failed", said.get(said.size() - 1));
  }

  @ParameterizedTest
  @MethodSource("shells")
  void aProxysFailureIsShown(List<String> shell) throws Exception {
    String error =
        "[ERROR] Plugin x could not be resolved: Could not transfer artifact x:pom:1 from/to central"
            + " (https://repo.example/maven2): status code: 407, Proxy Authentication Required";
    write(
        "log",
        "Downloading from central: https://repo.example/x.pom\n[INFO] BUILD FAILURE\n" + error);

    failed(saidOf("cat '%s/log'; exit 1".formatted(home), shell, false), error);
  }

  @ParameterizedTest
  @MethodSource("shells")
  void aBuildGoesOnWhereNobodyCanReadIt(List<String> shell) throws Exception {
    String many = "i=0; while [ $i -lt 100 ]; do echo '[INFO] Building jar'; i=$((i + 1)); done; ";
    program("limited", "ulimit -f 1; exec \"$@\"");
    List<String> limited = new ArrayList<>(List.of(home.resolve("limited").toString()));
    limited.addAll(shell);

    assertThat(saidOf(many + "touch packs/new/target/new-1.jar " + BUILT, limited, false))
        .startsWith("0");
    assertThat(home.resolve(BUILT)).exists();
  }

  @Test
  void aBuildThatFailsShowsItsErrorsAlone() throws Exception {
    Files.delete(home.resolve("packs/new/target/new-1.jar"));
    program("mvnw", "echo '[INFO] Scanning'; echo '[ERROR] no such thing'; echo '  at x'; exit 1");
    List<String> said = new ArrayList<>(called("loadtest").lines().toList());
    assertThat(said.remove(1)).isEqualTo("loadtest: building what changed");
    failed(said, "[ERROR] no such thing", "  at x");

    program("mvnw", "echo 'mvnw: cannot fetch Maven'; exit 1");
    assertThat(called("loadtest")).contains("\nmvnw: cannot fetch Maven\n");
  }

  @ParameterizedTest
  @CsvSource({"HUP, 129", "INT, 130", "TERM, 143"})
  void aBuildThatIsEndedLeavesNoFolder(String signal, int code) throws Exception {
    Files.delete(home.resolve("packs/new/target/new-1.jar"));
    Path temporary = Files.createDirectory(home.resolve("temporary"));
    environment.put("TMPDIR", temporary.toString());
    program("mvnw", "ls temporary >begun; kill -%s \"$(cat pid)\"".formatted(signal));
    // No signal is ignored in it, whatever the process that runs this ignores.
    String begin = "echo $$ >%1$s/pid; exec env --default-signal %1$s/loadtest --help";

    assertThat(called(List.of("sh", "-c", begin.formatted(home)))).startsWith(code + "\n");
    assertThat(home.resolve("begun")).as("it had begun").isNotEmptyFile();
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void withoutJavaItSaysWhatToInstall() throws Exception {
    Path programs = Files.createDirectory(home.resolve("programs"));
    for (String each : List.of("dirname", "readlink")) {
      Files.createSymbolicLink(programs.resolve(each), Path.of("/usr/bin", each));
    }
    environment.putAll(Map.of("JAVA_HOME", "", "PATH", programs.toString()));

    String said = called("loadtest");
    assertThat(said).startsWith("2\nloadtest: ").hasLineCount(2);
    WORDS.says(said, "java", "JDK 17", "JAVA_HOME");
  }

  @Test
  void aReleaseIsNeverBuilt() throws Exception {
    write("release/campaign.jar", "");
    program("release/mvnw", "touch " + home.resolve(BUILT));
    Files.copy(Home.path("loadtest"), home.resolve("release/loadtest"));
    Files.createSymbolicLink(home.resolve("link"), Path.of("release/loadtest"));
    program("jdk/bin/java", "echo \"$@\"");
    assertThat(called("link"))
        .startsWith("0\n")
        .contains(
            "-Dfleetload.home=" + home.resolve("release"),
            "-jar " + home.resolve("release/campaign.jar") + " --help");
    assertThat(home.resolve(BUILT)).doesNotExist();
  }

  /** An archive of this program, as {@code loadtest archive} makes it. */
  private Path archive(String build, String content, int size) throws IOException {
    String file = "archives/%s/campaign.%d.jsa".formatted(build, size);
    write(file, content);
    Path archive = home.resolve(file);
    Files.setLastModifiedTime(archive, FileTime.from(Instant.now().plusSeconds(60)));
    return archive;
  }

  @Test
  void aCommandStartsFromItsArchive() throws Exception {
    program("jdk/bin/java", "echo \"$@\"");
    assertThat(called("loadtest")).doesNotContain("SharedArchiveFile").doesNotContain("Xlog");
    assertThat(home.resolve("archives")).doesNotExist();

    Path archive = archive("17.0.1+1", "classes", 7);
    String used =
        "-Xlog:disable -XX:+VerifySharedSpaces -XX:SharedArchiveFile=%s -D".formatted(archive);
    assertThat(called("loadtest")).contains(used);

    Files.move(home.resolve("jdk"), home.resolve("other"));
    Files.createSymbolicLink(home.resolve("jdk"), Path.of("other"));
    assertThat(called("loadtest")).as("JAVA_HOME is a link").contains(used);
  }

  @Test
  void anArchiveOfAnotherJavaOrOfAnOlderJarOrACutOneIsNotUsed() throws Exception {
    program("jdk/bin/java", "echo \"$@\"");
    archive("17.0.2+1", "classes", 7);
    assertThat(called("loadtest")).as("other java").doesNotContain("SharedArchiveFile");

    Path archive = archive("17.0.1+1", "cla", 7);
    assertThat(called("loadtest")).as("cut").doesNotContain("SharedArchiveFile");

    archive("17.0.1+1", "classes", 7);
    Files.setLastModifiedTime(archive, FileTime.from(LONG_AGO));
    assertThat(called("loadtest")).as("older").startsWith("0\n").doesNotContain("Shared");
  }

  @Test
  void theScriptWritesNothingToTheArchives() throws Exception {
    program("jdk/bin/java", "echo \"$@\"");
    write("archives", "a file where a folder is expected");
    assertThat(called("loadtest", "run"))
        .startsWith("0\n")
        .contains("-Dfleetload.archives=" + home.resolve("archives"))
        .doesNotContain("Xlog");
  }

  @Test
  void archivesAreOnOrOff() throws Exception {
    program("jdk/bin/java", "echo \"$@\"");
    archive("17.0.1+1", "classes", 7);
    environment.put("FLEETLOAD_ARCHIVES", "off");
    assertThat(called("loadtest", "run"))
        .contains("-Dfleetload.archives= ")
        .doesNotContain("SharedArchiveFile");

    environment.put("FLEETLOAD_ARCHIVES", "no");
    String said = called("loadtest");
    assertThat(said).startsWith("2\nloadtest: FLEETLOAD_ARCHIVES: ").hasLineCount(2);
    WORDS.says(said, "FLEETLOAD_ARCHIVES: ", "no", "on", "off");
  }
}
