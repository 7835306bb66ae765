// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.fleetload.process.StopSignal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassArchivesTest {
  private static final String FOLDER = "fleetload.archives";
  private static final String PACK = "echo";
  private static final String GREETED = "0 good morning";
  private static final String NO_PROCESS = "999999999999";

  @TempDir private Path folder;
  private Path jar;
  private Path archives;

  /** A program that prints a line. */
  public static final class Greeting {
    private Greeting() {}

    public static void main(String[] arguments) {
      System.out.println("good morning");
    }
  }

  @BeforeEach
  void aProgramWithoutAnArchive() throws IOException {
    jar = program("greeting");
    archives = folder.resolve("archives");
    System.setProperty(FOLDER, archives.toString());
  }

  private Path program(String name) throws IOException {
    Path program = folder.resolve(name + ".jar");
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Greeting.class.getName());
    String entry = Greeting.class.getName().replace('.', '/') + ".class";
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(program), manifest);
        InputStream bytes = Greeting.class.getResourceAsStream("/" + entry)) {
      out.putNextEntry(new JarEntry(entry));
      bytes.transferTo(out);
    }
    return program;
  }

  @AfterEach
  void asBefore() {
    System.clearProperty(FOLDER);
  }

  private static ClassArchives ofRun() {
    return ofRun(PACK);
  }

  private static ClassArchives ofRun(String pack) {
    ClassArchives found = ClassArchives.of(pack);
    found.list();
    return found;
  }

  /** What a program says, after its exit code. */
  private static String started(Path program, List<String> options, String... more)
      throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of(more));
    command.addAll(List.of("-jar", program.toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() + " " + said.strip();
  }

  private void makeOne() throws Exception {
    try (ClassArchives first = ofRun()) {
      started(jar, first.options(jar));
      first.make(new StopSignal());
    }
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.list(archives)) {
      return all.sorted().toList();
    }
  }

  private static void assertThatItLists(List<String> options) {
    assertThat(options).singleElement().asString().startsWith("-Xlog:class+load:file=");
  }

  @Test
  void aProgramWithoutOneListsWhatItLoadsAndStartsFromItAfterwards() throws Exception {
    makeOne();

    assertThat(files())
        .singleElement()
        .extracting(each -> each.getFileName().toString(), Assertions.as(STRING))
        .matches("greeting-echo-[0-9a-f]{8}-[0-9a-f]{8}\\.jsa");
    List<String> options = ClassArchives.of(PACK).options(jar);
    assertThat(started(jar, options)).isEqualTo(GREETED);
    assertThat(started(jar, options, "-Xlog:class+load:stdout"))
        .containsPattern("Greeting source: shared objects file");
    try (ClassArchives run = ofRun()) {
      assertThat(run.options(jar)).isEqualTo(options);
      assertThat(run.areMissing()).isFalse();
    }
  }

  @Test
  void thisProgramsOwnIsMadeOfWhatItLoadedAndIsNamedToTheScript() throws Exception {
    try (ClassArchives run = ofRun()) {
      run.listOwn(jar);
      run.make(new StopSignal());
    }

    Path pointer = archives.resolve("campaign");
    Path archive = files().get(1);
    assertThat(files()).containsExactly(pointer, archive);
    assertThat(pointer)
        .hasContent(
            Path.of(System.getProperty("java.home"), "bin", "java").toRealPath()
                + "\n"
                + archive.getFileName());
    assertThat(started(jar, ClassArchives.of(PACK).options(jar), "-Xlog:class+load:stdout"))
        .contains("Greeting source: shared objects file");
    Files.delete(pointer);
    try (ClassArchives run = ofRun()) {
      run.listOwn(jar);
      assertThat(run.areMissing()).isFalse();
    }
    assertThat(pointer).exists();
  }

  @Test
  void onlyARunListsAndOnlyTheFirstProcessOfAProgram() {
    assertThat(ClassArchives.of(PACK).options(jar)).isEmpty();
    assertThat(ClassArchives.none().options(jar)).isEmpty();
    try (ClassArchives run = ofRun()) {
      assertThatItLists(run.options(jar));
      assertThat(run.options(jar)).isEmpty();
      assertThat(run.areMissing()).isTrue();
    }
  }

  @Test
  void anotherPackHasItsOwn() throws Exception {
    makeOne();
    try (ClassArchives run = ofRun("other")) {
      assertThatItLists(run.options(jar));
    }
  }

  @Test
  void ofAnotherStateOfTheJarsItIsMadeAnewAndTheOldOneRemoved() throws Exception {
    makeOne();
    Path old = files().get(0);
    Files.setLastModifiedTime(jar, FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
    makeOne();

    assertThat(files()).hasSize(1).doesNotContain(old);
    assertThat(ClassArchives.of(PACK).options(jar))
        .first(Assertions.as(STRING))
        .contains(files().get(0).toString());
  }

  @Test
  void aProgramStartsWhereItsArchiveIsBroken() throws Exception {
    makeOne();
    List<String> options = ClassArchives.of(PACK).options(jar);
    Path archive = files().get(0);
    assertThat(archive.toFile().setWritable(true)).isTrue();
    try (FileChannel file = FileChannel.open(archive, StandardOpenOption.WRITE)) {
      file.truncate(file.size() / 2);
    }
    assertThat(started(jar, options)).isEqualTo(GREETED);

    Files.writeString(archive, "no archive");
    assertThat(started(jar, options)).isEqualTo(GREETED);
  }

  @Test
  void oneThatTheJvmCannotMakeIsNotTriedAgainAndTheOthersAreMade() throws Exception {
    Path broken = program("broken");
    try (ClassArchives run = ofRun()) {
      started(broken, run.options(broken));
      started(jar, run.options(jar));
      Files.delete(broken);
      Files.createDirectory(broken);
      run.make(new StopSignal());
    }

    assertThat(files()).hasSize(2);
    assertThat(files().get(0)).isEmptyFile();
    assertThat(files().get(1)).isNotEmptyFile();
  }

  @Test
  void whereOneCannotBeWrittenNoProcessIsLeft() throws Exception {
    Path other = program("other");
    try (ClassArchives run = ofRun()) {
      started(jar, run.options(jar));
      started(other, run.options(other));
      Files.createDirectories(ClassArchive.of(archives, jar, PACK).file().resolve("in the way"));

      assertThatThrownBy(() -> run.make(new StopSignal())).isInstanceOf(IOException.class);
    }

    assertThat(ProcessHandle.current().children())
        .noneMatch(each -> each.info().commandLine().orElse("").contains("-Xshare:dump"));
    assertThat(files()).hasSize(1);
  }

  @Test
  void anEmptyFileIsNeitherUsedNorTriedAgain() throws Exception {
    makeOne();
    Path archive = files().get(0);
    Files.delete(archive);
    Files.createFile(archive);

    try (ClassArchives run = ofRun()) {
      assertThat(run.options(jar)).isEmpty();
      assertThat(run.areMissing()).isFalse();
    }
  }

  @Test
  void aProgramThatDidNotStartHasNone() throws Exception {
    try (ClassArchives run = ofRun()) {
      assertThatItLists(run.options(jar));
      run.make(new StopSignal());
    }

    assertThat(files()).isEmpty();
  }

  @Test
  void aSignalLeavesThemToTheNextRun() throws Exception {
    try (ClassArchives run = ofRun()) {
      started(jar, run.options(jar));
      StopSignal stop = new StopSignal();
      stop.stop(StopSignal.Why.INTERRUPTED);
      run.make(stop);
    }

    assertThat(files()).isEmpty();
  }

  @Test
  void whereTheFolderCannotBeMadeProgramsStartAsBefore() throws Exception {
    Files.createFile(archives);
    try (ClassArchives run = ofRun()) {
      run.listOwn(jar);
      assertThat(run.options(jar)).isEmpty();
      assertThat(run.areMissing()).isFalse();
    }
  }

  @Test
  void whereTheFolderCannotBeWrittenProgramsStartFromWhatIsThere() throws Exception {
    makeOne();
    Path other = program("other");
    Files.setPosixFilePermissions(archives, PosixFilePermissions.fromString("r-xr-xr-x"));
    assumeFalse(Files.isWritable(archives), "root may write everywhere");
    try (ClassArchives run = ofRun()) {
      assertThat(run.options(jar)).first(Assertions.as(STRING)).contains("SharedArchiveFile");
      assertThat(run.options(other)).isEmpty();
    } finally {
      Files.setPosixFilePermissions(archives, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  @Test
  void whatKilledRunsListedIsRemovedAndWhatOthersListIsNot() throws Exception {
    long parent = ProcessHandle.current().parent().orElseThrow().pid();
    Path other = Files.createDirectories(archives.resolve(Long.toString(parent)));
    Path left = Files.createDirectory(archives.resolve(NO_PROCESS));
    Files.createFile(left.resolve("greeting.loaded"));
    try (ClassArchives run = ofRun()) {
      started(jar, run.options(jar));
      assertThat(files()).hasSize(2).contains(other).doesNotContain(left);
    }

    assertThat(files()).containsExactly(other);
  }
}
