// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.process.StopSignal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassArchivesTest {
  private static final String FOLDER = "fleetload.archives";
  private static final long NO_PROCESS = 999_999_999_999L;

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
    jar = folder.resolve("greeting.jar");
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Greeting.class.getName());
    String name = Greeting.class.getName().replace('.', '/') + ".class";
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
        InputStream bytes = Greeting.class.getResourceAsStream("/" + name)) {
      out.putNextEntry(new JarEntry(name));
      bytes.transferTo(out);
    }
    archives = Files.createDirectory(folder.resolve("archives"));
    System.setProperty(FOLDER, archives.toString());
  }

  @AfterEach
  void asBefore() {
    System.clearProperty(FOLDER);
  }

  /** As a run has them. */
  private ClassArchives ofRun() {
    ClassArchives found = ClassArchives.here();
    found.list(folder.resolve("campaign.jar"));
    return found;
  }

  private String started(List<String> options, String... more) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of(more));
    command.addAll(List.of("-jar", jar.toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() + " " + said.strip();
  }

  private void makeOne() throws Exception {
    ClassArchives first = ofRun();
    started(first.options(jar));
    first.make(new StopSignal());
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.list(archives)) {
      return all.map(each -> each.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void aProgramWithoutOneListsWhatItLoadsAndStartsFromItAfterwards() throws Exception {
    makeOne();

    assertThat(files()).containsExactly("greeting.jsa", "greeting.key");
    List<String> options = ClassArchives.here().options(jar);
    assertThat(started(options)).isEqualTo("0 good morning");
    assertThat(started(options, "-Xlog:class+load:stdout"))
        .containsPattern("Greeting source: shared objects file");
    assertThat(ofRun().areMissing()).isFalse();
  }

  @Test
  void onlyARunListsAndOnlyTheFirstProcessOfAProgram() {
    assertThat(ClassArchives.here().options(jar)).isEmpty();
    assertThat(ClassArchives.none().options(jar)).isEmpty();
    ClassArchives run = ofRun();

    assertThat(run.options(jar)).singleElement().asString().startsWith("-Xlog:class+load:file=");
    assertThat(run.options(jar)).isEmpty();
    assertThat(run.areMissing()).isTrue();
  }

  @Test
  void ofAnotherStateOfTheJarsItIsMadeAnew() throws Exception {
    makeOne();
    Files.setLastModifiedTime(jar, FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));

    assertThat(ofRun().options(jar))
        .singleElement()
        .asString()
        .startsWith("-Xlog:class+load:file=");
  }

  @Test
  void oneThatDoesNotFitIsAsNone() throws Exception {
    makeOne();
    List<String> options = ClassArchives.here().options(jar);
    Path archive = archives.resolve("greeting.jsa");
    assertThat(archive.toFile().setWritable(true)).isTrue();
    Files.writeString(archive, "no archive");

    assertThat(started(options)).isEqualTo("0 good morning");
  }

  @Test
  void oneThatTheJvmCannotMakeIsNotTriedAgain() throws Exception {
    ClassArchives run = ofRun();
    started(run.options(jar));
    Files.delete(jar);
    Files.createDirectory(jar);
    run.make(new StopSignal());

    assertThat(files()).containsExactly("greeting.key");
    assertThat(ofRun().options(jar)).isEmpty();
  }

  @Test
  void aSignalLeavesItOut() throws Exception {
    ClassArchives run = ofRun();
    started(run.options(jar));
    StopSignal stop = new StopSignal();
    stop.stop(StopSignal.Why.INTERRUPTED);
    run.make(stop);

    assertThat(files()).isEmpty();
  }

  @Test
  void whatKilledRunsListedIsRemovedAndWhatOthersListIsNot() throws Exception {
    String other = "greeting.%d.loaded".formatted(ProcessHandle.current().parent().get().pid());
    Files.createFile(archives.resolve(other));
    Files.createFile(archives.resolve("greeting.%d.loaded".formatted(NO_PROCESS)));
    Files.createFile(archives.resolve("greeting.%d.loaded.jsa".formatted(NO_PROCESS)));
    ClassArchives run = ofRun();
    started(run.options(jar));
    run.forget();

    assertThat(files()).containsExactly(other);
  }

  @Test
  void theScriptIsAskedForAListWhereItsArchiveIsOld() throws Exception {
    Path own = Files.createFile(archives.resolve("campaign.jsa"));
    Files.createFile(folder.resolve("campaign.jar"));
    ofRun();

    assertThat(own).doesNotExist();
  }
}
