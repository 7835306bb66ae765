// SPDX-License-Identifier: EPL-2.0
package io.fleetload.tool;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Commands that {@code loadtest cluster} runs in a pod, since the tools' images have no shell. */
public final class PodCommands {
  /** Keeps a container, and so what lies in it, until the pod is deleted. */
  public static final String KEEP = "keep";

  /**
   * Writes a directory to the standard output, as a zip archive from one of its bytes on: what came
   * before a connection broke is not sent again.
   */
  public static final String ZIP = "zip";

  /** Tells a process to stop, as a signal TERM does. */
  public static final String STOP = "stop";

  private PodCommands() {}

  /**
   * Returns the command line of one of the commands.
   *
   * @param tool the tool of the image
   */
  public static List<String> line(String tool, String... command) {
    return Stream.concat(
            Stream.of(
                "/java/bin/java",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx16m",
                "-cp",
                "/app/" + tool + ".jar",
                PodCommands.class.getName()),
            Stream.of(command))
        .toList();
  }

  /**
   * Does it.
   *
   * @param arguments {@code keep}, {@code zip DIRECTORY BYTE} or {@code stop PROCESS}
   * @throws IOException if the directory cannot be read
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    switch (arguments[0]) {
      case KEEP -> new CountDownLatch(1).await();
      case ZIP -> {
        try (OutputStream out = new FileOutputStream(FileDescriptor.out)) {
          zip(Path.of(arguments[1]), new Rest(out, Long.parseLong(arguments[2])));
        }
      }
      case STOP -> ProcessHandle.of(Long.parseLong(arguments[1])).ifPresent(ProcessHandle::destroy);
      default -> throw new IllegalArgumentException("unknown: " + arguments[0]);
    }
  }

  static void zip(Path directory, OutputStream out) throws IOException {
    List<Path> files = List.of();
    if (Files.isDirectory(directory)) {
      try (Stream<Path> all = Files.walk(directory)) {
        files = all.filter(Files::isRegularFile).sorted().toList();
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
    }
    ZipOutputStream zip = new ZipOutputStream(out);
    for (Path file : files) {
      ZipEntry entry = new ZipEntry(directory.relativize(file).toString());
      // By default it has the time of now, and the archive would have other bytes each time.
      entry.setTime(Files.getLastModifiedTime(file).toMillis());
      zip.putNextEntry(entry);
      Files.copy(file, zip);
    }
    zip.finish();
  }

  /** Passes on what comes from a byte on. */
  static final class Rest extends OutputStream {
    private final OutputStream out;
    private long left;

    Rest(OutputStream out, long from) {
      this.out = out;
      this.left = from;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      int skipped = (int) Math.min(left, length);
      left -= skipped;
      out.write(bytes, offset + skipped, length - skipped);
    }
  }
}
