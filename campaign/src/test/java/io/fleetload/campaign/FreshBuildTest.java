// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.Home;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
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

/** The script {@code loadtest} in a home whose Maven and Java only say that they were called. */
class FreshBuildTest {
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
    assertThat(called("loadtest"))
        .isEqualTo(
            """
            0
            loadtest: building; the first time takes a few minutes, needs the Internet, and loads about\
             480 MB where ~/.m2 is empty
            [1/2] Wire
            [2/2] Pack: JT/T 808, 12 MB loaded
            """);
  }

  @Test
  void aBuildThatFailsShowsItsErrorsAlone() throws Exception {
    Files.delete(home.resolve("packs/new/target/new-1.jar"));
    program("mvnw", "echo '[INFO] Scanning'; echo '[ERROR] no such thing'; echo '  at x'; exit 1");
    assertThat(called("loadtest"))
        .isEqualTo(
            """
            2
            loadtest: building what changed
            [ERROR] no such thing
              at x
            loadtest: the build failed; its output is above
            """);

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

    assertThat(called("loadtest"))
        .isEqualTo(
            "2\nloadtest: no java found; install a JDK 17 or newer, or set JAVA_HOME to one\n");
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

  /** Names an archive to the script, as a run does. */
  private Path archive(Path jvm, String content) throws IOException {
    write("archives/campaign", jvm.toRealPath() + "\ncampaign-echo.jsa\n");
    write("archives/campaign-echo.jsa", content);
    Path archive = home.resolve("archives/campaign-echo.jsa");
    Files.setLastModifiedTime(archive, FileTime.from(Instant.now().plusSeconds(60)));
    return archive;
  }

  @Test
  void aCommandStartsFromItsArchive() throws Exception {
    program("jdk/bin/java", "echo \"$@\"");
    assertThat(called("loadtest")).doesNotContain("SharedArchiveFile").doesNotContain("Xlog");
    assertThat(home.resolve("archives")).doesNotExist();

    Path archive = archive(home.resolve("jdk/bin/java"), "classes");
    String used = "-Xlog:disable -XX:SharedArchiveFile=" + archive + " -D";
    assertThat(called("loadtest")).contains(used);

    Files.move(home.resolve("jdk"), home.resolve("other"));
    Files.createSymbolicLink(home.resolve("jdk"), Path.of("other"));
    archive(home.resolve("jdk/bin/java"), "classes");
    assertThat(called("loadtest")).as("JAVA_HOME is a link").contains(used);
  }

  @Test
  void anArchiveOfAnotherJavaOrOfAnOlderJarOrAnEmptyOneIsNotUsed() throws Exception {
    program("jdk/bin/java", "echo \"$@\"");
    program("other/bin/java", "");
    archive(home.resolve("other/bin/java"), "classes");
    assertThat(called("loadtest")).as("other java").doesNotContain("SharedArchiveFile");

    Path archive = archive(home.resolve("jdk/bin/java"), "");
    assertThat(called("loadtest")).as("empty").doesNotContain("SharedArchiveFile");

    archive(home.resolve("jdk/bin/java"), "classes");
    Files.setLastModifiedTime(archive, FileTime.from(LONG_AGO));
    assertThat(called("loadtest")).as("older").doesNotContain("SharedArchiveFile");

    Files.delete(archive);
    assertThat(called("loadtest")).as("gone").startsWith("0\n").doesNotContain("Shared");

    write("archives/campaign", "");
    assertThat(called("loadtest")).as("names none").startsWith("0\n").doesNotContain("Shared");
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

  @ParameterizedTest
  @CsvSource({"CI,true", "FLEETLOAD_ARCHIVES,off"})
  void aPipelineMakesNoArchivesAndUsesNone(String variable, String value) throws Exception {
    program("jdk/bin/java", "echo \"$@\"");
    archive(home.resolve("jdk/bin/java"), "classes");
    environment.put(variable, value);

    assertThat(called("loadtest", "run"))
        .contains("-Dfleetload.archives= ")
        .doesNotContain("SharedArchiveFile");
  }

  @Test
  void archivesAreOnOrOff() throws Exception {
    program("jdk/bin/java", "echo \"$@\"");
    environment.put("CI", "true");
    environment.put("FLEETLOAD_ARCHIVES", "on");
    assertThat(called("loadtest")).contains("-Dfleetload.archives=" + home.resolve("archives"));

    environment.put("FLEETLOAD_ARCHIVES", "no");
    assertThat(called("loadtest"))
        .isEqualTo("2\nloadtest: FLEETLOAD_ARCHIVES: found no, expected on or off\n");
  }
}
