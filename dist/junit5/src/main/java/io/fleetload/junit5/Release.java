// SPDX-License-Identifier: EPL-2.0
package io.fleetload.junit5;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * The zip of a release, as the artifact {@code fleetload-dist} holds it.
 *
 * @param checksum of the zip, in hexadecimal digits
 * @param zip the zip
 * @param cache the folder under which it is unpacked, once for all projects
 */
record Release(String checksum, URL zip, Path cache) {
  static final String ZIP = "io/fleetload/dist/fleetload.zip";
  static final String CHECKSUM = ZIP + ".sha256";
  private static final String CACHE = "fleetload.cache";
  private static final int NAME_LENGTH = 16;

  static Release onTheClassPath() {
    return in(
        Release.class.getClassLoader(),
        Path.of(
            System.getProperty(
                CACHE, Path.of(System.getProperty("user.home"), ".fleetload").toString())));
  }

  static Release in(ClassLoader loader, Path cache) {
    URL zip = loader.getResource(ZIP);
    URL sum = loader.getResource(CHECKSUM);
    if (zip == null || sum == null) {
      throw new LoadTestException(
          Verdict.WRONG_USAGE,
          "the programs of the load test are not here: add the dependency"
              + " io.fleetload:fleetload-dist of the same version; or name an unpacked release"
              + " or a built checkout with -D"
              + Home.PROPERTY
              + "=FOLDER");
    }
    try (InputStream in = sum.openStream()) {
      String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII).strip();
      return new Release(text.split("\\s")[0], zip, cache);
    } catch (IOException e) {
      throw unreadable(sum, e);
    }
  }

  /** The release, unpacked now if it was not before. */
  Home unpacked() {
    Path place = cache.resolve(checksum.substring(0, Math.min(NAME_LENGTH, checksum.length())));
    try {
      if (!Files.isDirectory(place)) {
        Files.createDirectories(cache);
        Path beside = Files.createTempDirectory(cache, "unpacking-");
        unpack(beside);
        moveOrLeave(beside, place);
      }
      return new Home(onlyFolderOf(place));
    } catch (IOException e) {
      throw unreadable(place, e);
    }
  }

  private void unpack(Path to) throws IOException {
    try (ZipInputStream in = new ZipInputStream(zip.openStream())) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        Path file = to.resolve(entry.getName()).normalize();
        if (!file.startsWith(to)) {
          throw new IOException("an entry would lie outside: " + entry.getName());
        }
        if (entry.isDirectory()) {
          Files.createDirectories(file);
        } else {
          Files.createDirectories(file.getParent());
          Files.copy(in, file);
        }
      }
    }
  }

  /** Another process may have been faster; what it unpacked is the same. */
  private static void moveOrLeave(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileAlreadyExistsException e) {
      delete(from);
    } catch (FileSystemException e) {
      if (!Files.isDirectory(to)) {
        throw e;
      }
      delete(from);
    }
  }

  static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path each : deepestFirst) {
        Files.delete(each);
      }
    }
  }

  private static Path onlyFolderOf(Path place) throws IOException {
    try (Stream<Path> all = Files.list(place)) {
      return all.filter(Files::isDirectory)
          .findFirst()
          .orElseThrow(() -> new IOException("it holds no folder; delete it"));
    }
  }

  private static LoadTestException unreadable(Object what, IOException e) {
    return new LoadTestException(
        Verdict.WRONG_USAGE, "%s: cannot be unpacked or read: %s".formatted(what, e), e);
  }
}
