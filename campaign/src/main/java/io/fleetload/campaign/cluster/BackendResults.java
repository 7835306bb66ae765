// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.ExecWatch;
import io.fleetload.campaign.cluster.access.OneLine;
import io.fleetload.process.UsageException;
import io.fleetload.results.ResultFiles;
import io.fleetload.tool.PodCommands;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/** The files that the backend left, fetched through the container that keeps them after its end. */
final class BackendResults {
  /** The container that keeps the results. */
  static final String KEEPER = "keep";

  /** Ends the name of an archive of which the rest is still to be fetched. */
  private static final String PART = ".zip.part";

  private static final int ATTEMPTS = 3;
  private static final long LONGEST_MINUTES = 10;

  private final LoadNamespace namespace;
  private final Pod pod;

  BackendResults(LoadNamespace namespace, Pod pod) {
    this.namespace = namespace;
    this.pod = pod;
  }

  /** Tells the backend to stop; it writes what it knows, as after Ctrl-C. */
  void stopBackend() throws IOException, InterruptedException {
    // In a container the tool is the first process.
    run(Manifests.BACKEND, OutputStream.nullOutputStream(), PodCommands.STOP, "1");
  }

  /** Returns the names of the archives in a directory of which the rest is still to be fetched. */
  static List<String> parts(Path directory) {
    String[] names = directory.toFile().list((folder, name) -> name.endsWith(PART));
    return names == null ? List.of() : List.of(names);
  }

  /**
   * Refuses a directory with a part of what another pod left.
   *
   * @throws UsageException if it has one
   */
  void checkParts(Path directory) throws UsageException {
    for (String each : parts(directory)) {
      if (!each.equals(part())) {
        throw new UsageException(
            "--out: %s has %s, a part of other results; give another directory"
                .formatted(directory, each));
      }
    }
  }

  private String part() {
    return pod.getMetadata().getName() + PART;
  }

  /**
   * Fetches all files. What came before a connection broke is not fetched again: it stays in the
   * directory until the rest is there.
   *
   * @return how many
   * @throws ResultFiles.WriteFailure if one cannot be read there or written here
   */
  int copyTo(Path directory) throws ResultFiles.WriteFailure, InterruptedException {
    Path archive = directory.resolve(part());
    try {
      if (!Files.exists(archive)) {
        Files.createFile(archive);
      }
      int files = copiedTo(directory, archive);
      Files.delete(archive);
      return files;
    } catch (IOException e) {
      if (archive.toFile().length() == 0) {
        archive.toFile().delete();
      }
      throw new ResultFiles.WriteFailure(
          "the results in pod %s could not be fetched: %s"
              .formatted(pod.getMetadata().getName(), OneLine.of(e)),
          null);
    }
  }

  private int copiedTo(Path directory, Path archive) throws IOException, InterruptedException {
    long most = Files.size(archive);
    int attempts = 0;
    while (true) {
      try {
        fetch(archive);
        return unpack(archive, directory);
      } catch (IOException | KubernetesClientException e) {
        long size = Files.size(archive);
        attempts = size > most ? 1 : attempts + 1;
        most = Math.max(most, size);
        if (e instanceof ZipException) {
          // What came is damaged, so it is fetched from its begin.
          Files.write(archive, new byte[0]);
        }
        if (attempts == ATTEMPTS) {
          throw new IOException(
              "%s attempts brought nothing more: %s".formatted(ATTEMPTS, OneLine.of(e)), e);
        }
      }
    }
  }

  private void fetch(Path archive) throws IOException, InterruptedException {
    try (OutputStream out = Files.newOutputStream(archive, StandardOpenOption.APPEND)) {
      String from = String.valueOf(Files.size(archive));
      run(KEEPER, out, PodCommands.ZIP, RunObjects.RESULTS, from);
    }
  }

  /** An archive ends with the list of what is in it, so one that is cut off cannot be opened. */
  private static int unpack(Path archive, Path directory) throws IOException {
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      return unpack(zip, directory);
    }
  }

  private static int unpack(ZipFile zip, Path directory) throws IOException {
    List<? extends ZipEntry> entries = zip.stream().toList();
    for (ZipEntry each : entries) {
      Path to = directory.resolve(each.getName()).normalize();
      if (!to.startsWith(directory.normalize())) {
        throw new IOException("a file lies outside of the directory: " + each.getName());
      }
      Files.createDirectories(to.getParent());
      try (CheckedInputStream content =
          new CheckedInputStream(zip.getInputStream(each), new CRC32())) {
        Files.copy(content, to, StandardCopyOption.REPLACE_EXISTING);
        // Two parts that do not belong together may still look like an archive.
        if (content.getChecksum().getValue() != each.getCrc()) {
          throw new ZipException(each.getName() + " is damaged");
        }
      }
    }
    return entries.size();
  }

  private void run(String container, OutputStream out, String... command)
      throws IOException, InterruptedException {
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    String[] line = PodCommands.line(Manifests.BACKEND, command).toArray(String[]::new);
    try (ExecWatch watch =
        namespace.container(pod, container).writingOutput(out).writingError(errors).exec(line)) {
      Integer code = watch.exitCode().get(LONGEST_MINUTES, TimeUnit.MINUTES);
      if (code == null || code != 0) {
        throw new IOException(
            "%s in container %s ended with %s: %s"
                .formatted(
                    command[0],
                    container,
                    code,
                    OneLine.of(errors.toString(StandardCharsets.UTF_8))));
      }
    } catch (ExecutionException e) {
      throw new IOException(OneLine.of(e.getCause()), e);
    } catch (TimeoutException e) {
      throw new IOException("it takes longer than %s min".formatted(LONGEST_MINUTES), e);
    }
  }
}
