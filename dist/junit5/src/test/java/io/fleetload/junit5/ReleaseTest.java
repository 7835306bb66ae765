// SPDX-License-Identifier: EPL-2.0
package io.fleetload.junit5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The release on the class path, unpacked once for all processes of a user. */
class ReleaseTest {
  private static final String CHECKSUM = "0123456789abcdef0123456789abcdef";

  @TempDir private Path directory;

  private Path cache() {
    return directory.resolve("cache");
  }

  private ClassLoader with(String... entries) throws IOException {
    Path zip = directory.resolve("classes").resolve(Release.ZIP);
    Files.createDirectories(zip.getParent());
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
      for (String each : entries) {
        out.putNextEntry(new ZipEntry(each));
        out.write(each.getBytes(StandardCharsets.UTF_8));
      }
    }
    Files.writeString(
        directory.resolve("classes").resolve(Release.CHECKSUM), CHECKSUM + "  fleetload.zip\n");
    return new URLClassLoader(new URL[] {directory.resolve("classes").toUri().toURL()}, null);
  }

  @Test
  void itIsUnpackedOnceAndFoundByItsChecksum() throws Exception {
    ClassLoader loader = with("fleetload-1/campaign.jar", "fleetload-1/lib/a.jar");

    Home home = Release.in(loader, cache()).unpacked();

    assertThat(home.folder()).isEqualTo(cache().resolve("0123456789abcdef/fleetload-1"));
    assertThat(home.folder().resolve("lib/a.jar")).hasContent("fleetload-1/lib/a.jar");
    Files.writeString(home.folder().resolve("campaign.jar"), "as it was left");
    assertThat(Release.in(loader, cache()).unpacked()).isEqualTo(home);
    assertThat(home.folder().resolve("campaign.jar")).hasContent("as it was left");
  }

  @Test
  void severalAtOnceLeaveOneAndNothingBesideIt() throws Exception {
    Release release = Release.in(with("fleetload-1/campaign.jar", "fleetload-1/b.jar"), cache());
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Callable<Home>> all =
        Stream.generate(() -> (Callable<Home>) release::unpacked).limit(8).toList();

    for (Future<Home> each : threads.invokeAll(all)) {
      assertThat(each.get().folder().resolve("b.jar")).exists();
    }

    threads.shutdown();
    assertThat(cache()).isDirectoryContaining("glob:**/0123456789abcdef");
    try (Stream<Path> left = Files.list(cache())) {
      assertThat(left).hasSize(1);
    }
  }

  @Test
  void anEntryThatWouldLieOutsideIsRefused() throws Exception {
    Release release = Release.in(with("../outside.jar"), cache());

    assertThatThrownBy(release::unpacked).hasMessageContaining("outside: ../outside.jar");
    assertThat(directory.resolve("outside.jar")).doesNotExist();
  }

  @Test
  void whereThereIsNoneOneLineSaysWhatToAdd() {
    assertThatThrownBy(() -> Release.in(new URLClassLoader(new URL[0], null), cache()))
        .isInstanceOf(LoadTestException.class)
        .hasMessageContainingAll("io.fleetload:fleetload-dist", "-Dfleetload.home=FOLDER");
  }
}
