// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.process.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
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
import java.util.Random;
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
  private static final String USED = "fleetload.archives";
  private static final String PACK = "echo";
  private static final String GREETED = "0 good morning";
  private static final String SHARED = "Greeting source: shared objects file (top)";
  private static final String SHOWN = "-Xlog:class+load:stdout";

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
    String entry = Greeting.class.getName().replace('.', '/') + ".class";
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
        InputStream bytes = Greeting.class.getResourceAsStream("/" + entry)) {
      out.putNextEntry(new JarEntry(entry));
      bytes.transferTo(out);
    }
    Path all = folder.resolve("archives");
    archives = all.resolve(System.getProperty("java.runtime.version"));
    System.setProperty(USED, all.toString());
  }

  @AfterEach
  void asBefore() {
    System.clearProperty(USED);
    System.clearProperty(ClassArchives.MADE);
  }

  /** What the program says, after its exit code. */
  private String started(List<String> options, String... more) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of(more));
    command.addAll(List.of("-jar", jar.toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() + " " + said.strip();
  }

  private List<String> options() {
    return ClassArchives.of(PACK).options(jar);
  }

  /** As {@code loadtest archive} and its load test do, with this program as all of its own. */
  private List<Path> made() throws Exception {
    try (NewArchives made = NewArchives.begin()) {
      System.setProperty(ClassArchives.MADE, made.made().toString());
      assertThat(started(options())).isEqualTo(GREETED);
      System.clearProperty(ClassArchives.MADE);
      return made.keep();
    }
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  private List<Path> kept() throws IOException {
    try (Stream<Path> all = Files.list(archives)) {
      return all.filter(each -> each.toString().endsWith(".jsa")).toList();
    }
  }

  @Test
  void aProgramStartsFromItsArchive() throws Exception {
    assertThat(options()).isEmpty();

    List<Path> made = made();

    assertThat(made).isEqualTo(kept()).hasSize(1);
    assertThat(made.get(0).getFileName())
        .hasToString("greeting-echo.%d.jsa".formatted(Files.size(made.get(0))));
    assertThat(started(options())).isEqualTo(GREETED);
    assertThat(started(options(), SHOWN)).contains(SHARED);
    assertThat(archives.resolve("new")).doesNotExist();
  }

  @Test
  void loadtestItselfHasOneWithoutAPack() throws Exception {
    try (NewArchives made = NewArchives.begin()) {
      assertThat(started(made.options("campaign"))).isEqualTo(GREETED);
      assertThat(made.keep())
          .singleElement()
          .satisfies(each -> assertThat(each.getFileName().toString()).startsWith("campaign."));
    }
  }

  @Test
  void anotherPackHasItsOwn() throws Exception {
    made();
    assertThat(ClassArchives.of("other").options(jar)).isEmpty();
    assertThat(ClassArchives.none().options(jar)).isEmpty();
  }

  @Test
  void aProgramStartsWithoutOneThatIsDamaged() throws Exception {
    Path archive = made().get(0);
    byte[] damage = new byte[2_000];
    new Random(1).nextBytes(damage);
    Files.setPosixFilePermissions(archive, PosixFilePermissions.fromString("rw-r--r--"));
    try (FileChannel file = FileChannel.open(archive, StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.wrap(damage), file.size() / 2);
    }

    assertThat(started(options())).isEqualTo(GREETED);
    assertThat(started(options(), SHOWN)).startsWith("0 ").doesNotContain(SHARED);
  }

  @Test
  void oneThatIsCutIsNotUsedAndCanBeMadeAgain() throws Exception {
    Path archive = made().get(0);
    Files.setPosixFilePermissions(archive, PosixFilePermissions.fromString("rw-r--r--"));
    try (FileChannel file = FileChannel.open(archive, StandardOpenOption.WRITE)) {
      file.truncate(file.size() / 2);
    }

    assertThat(options()).isEmpty();
    assertThat(ClassArchives.of(PACK).couldBeMade(jar)).isTrue();
    assertThat(made()).isEqualTo(kept());
    assertThat(options()).isNotEmpty();
  }

  @Test
  void oneOfAnOlderJarIsNotUsedAndReplaced() throws Exception {
    made();
    assertThat(ClassArchives.of(PACK).couldBeMade(jar)).isFalse();
    Files.setLastModifiedTime(jar, FileTime.from(Instant.now().plusSeconds(60)));

    assertThat(options()).isEmpty();
    assertThat(ClassArchives.of(PACK).couldBeMade(jar)).isTrue();
    assertThat(made()).isEqualTo(kept()).hasSize(1);
  }

  @Test
  void whatWasNotMadeIsMadeTheNextTime() throws Exception {
    try (NewArchives failed = NewArchives.begin()) {
      Files.createFile(failed.made().resolve("log"));
      assertThat(failed.keep()).isEmpty();
    }
    try (NewArchives killed = NewArchives.begin()) {
      Files.createFile(killed.made().resolve("greeting-echo.jsa"));
    }

    assertThat(kept()).isEmpty();
    assertThat(made()).hasSize(1);
  }

  @Test
  void noOtherUserCanWriteThem() throws Exception {
    Files.createDirectories(archives);
    Files.setPosixFilePermissions(archives, PosixFilePermissions.fromString("rwxrwxrwx"));
    Files.setPosixFilePermissions(
        archives.getParent(), PosixFilePermissions.fromString("rwxrwxr-x"));

    assertThat(permissions(made().get(0))).isEqualTo("r--r--r--");
    assertThat(permissions(archives)).isEqualTo("rwxr-xr-x");
    assertThat(permissions(archives.getParent())).isEqualTo("rwxr-xr-x");
  }

  @Test
  void twoProcessesDoNotMakeThemAtOnce() throws Exception {
    made();
    String hold = "import fcntl, sys; f = open(sys.argv[1], 'w'); fcntl.lockf(f, fcntl.LOCK_EX);";
    Process other =
        new ProcessBuilder(
                List.of(
                    "python3",
                    "-c",
                    hold + " print('held', flush=True); sys.stdin.read()",
                    archives.resolve("lock").toString()))
            .start();
    try {
      assertThat(other.inputReader().readLine()).isEqualTo("held");
      assertThatThrownBy(NewArchives::begin)
          .isInstanceOf(UsageException.class)
          .hasMessageStartingWith("archive: ")
          .hasMessageContaining("loadtest archive of " + archives);
    } finally {
      other.destroy();
      other.waitFor();
    }
    assertThat(made()).hasSize(1);
  }

  @Test
  void withoutAPlaceThereAreNone() {
    System.clearProperty(USED);
    assertThat(ClassArchives.of(PACK).options(jar)).isEmpty();
    assertThat(ClassArchives.of(PACK).couldBeMade(jar)).isFalse();
    assertThatThrownBy(NewArchives::begin).isInstanceOf(UsageException.class);
  }
}
