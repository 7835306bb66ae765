// SPDX-License-Identifier: EPL-2.0
package io.fleetload.junit5;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A load test by its profile: {@code LoadTest.of("src/test/load/quickstart.yaml").run()}. It runs
 * as {@code loadtest run} does, in processes of its own, which end when this one does.
 */
public final class LoadTest {
  private final Path profile;
  private final List<String> settings = new ArrayList<>();
  private Consumer<String> printed = System.out::println;
  private EmbeddedHono target;
  private Home home;
  private Path results = Path.of(isGradle() ? "build" : "target", "fleetload");
  private Path directory;

  private LoadTest(Path profile) {
    this.profile = profile;
  }

  /**
   * The load test of a profile.
   *
   * @param profile a file, or a resource of the class path that is a file
   */
  public static LoadTest of(String profile) {
    Path file = Path.of(profile);
    if (Files.exists(file)) {
      return of(file);
    }
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    URL resource = loader == null ? null : loader.getResource(profile);
    return of(
        resource != null && resource.getProtocol().equals("file")
            ? Path.of(URI.create(resource.toString()))
            : file);
  }

  /** The load test of a profile. */
  public static LoadTest of(Path profile) {
    return new LoadTest(profile);
  }

  /**
   * Lets it run against a Hono that is up, and not against one of its own. The profile asks for an
   * embedded Hono, as it does by default; its tenant and devices are written into this one.
   */
  public LoadTest against(EmbeddedHono hono) {
    this.target = hono;
    return this;
  }

  /**
   * Overrides a key of the profile.
   *
   * @param key such as {@code phases.measure}
   * @param value as in YAML, such as {@code 5s}
   */
  public LoadTest set(String key, Object value) {
    settings.add(key + "=" + value);
    return this;
  }

  /**
   * Puts the results into a directory that is new. Without this call they are in a directory named
   * by the profile, below {@code target/fleetload} ({@code build/fleetload} with Gradle).
   */
  public LoadTest out(Path newDirectory) {
    this.directory = newDirectory;
    return this;
  }

  /** Puts the results into a new directory below that one, named by the profile. */
  public LoadTest outBelow(Path folder) {
    this.results = folder;
    return this;
  }

  /**
   * Takes the programs of a release that is unpacked, or of a checkout that is built. Without this
   * call they are those of the system property {@code fleetload.home}, else those of the artifact
   * {@code fleetload-dist}.
   */
  public LoadTest home(Path folder) {
    this.home = Home.at(folder.toString());
    return this;
  }

  /** Gives each line that the run prints to a consumer, and not to standard output. */
  public LoadTest printing(Consumer<String> lines) {
    this.printed = lines;
    return this;
  }

  /**
   * Runs it, which takes as long as the profile says.
   *
   * @return the result, whatever its verdict
   * @throws LoadTestException if the run has no result: the profile is wrong, or the target does
   *     not come up
   */
  public LoadResult run() {
    Home programs = home == null ? Home.find() : home;
    Path to = directory == null ? newDirectory() : directory;
    List<String> arguments =
        new ArrayList<>(List.of("run", profile.toString(), "--out=" + to, "--until-stdin-closes"));
    if (target != null) {
      arguments.add("--running=" + target.readyFile());
    }
    LastLines errors = new LastLines();
    try (ChildProcess run =
        new ChildProcess(
            programs.loadtest(arguments),
            Map.of("FLEETLOAD_OVERRIDES", handedSettings()),
            printed,
            printed.andThen(errors))) {
      int code = run.await();
      if (code == Verdict.WRONG_USAGE.exitCode()) {
        // What lies there is of another run.
        throw noResult(code, errors);
      }
      return new ResultFiles(to).read(code).orElseThrow(() -> noResult(code, errors));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LoadTestException(Verdict.INTERRUPTED, "the load test was interrupted", e);
    }
  }

  /** By the environment: a setting may be a secret, and a command line is seen by everybody. */
  private String handedSettings() {
    return settings.stream()
        .map(each -> Base64.getEncoder().encodeToString(each.getBytes(StandardCharsets.UTF_8)))
        .collect(Collectors.joining(","));
  }

  private static LoadTestException noResult(int code, LastLines errors) {
    Verdict verdict = Verdict.ofExitCode(code);
    return new LoadTestException(verdict, errors.or(verdict.meaning()));
  }

  private Path newDirectory() {
    String file = profile.getFileName().toString();
    String name = file.replaceFirst("\\.ya?ml$", "");
    try {
      Files.createDirectories(results);
      for (int number = 1; ; number++) {
        Path next = results.resolve(number == 1 ? name : name + "-" + number);
        try {
          return Files.createDirectory(next);
        } catch (FileAlreadyExistsException e) {
          // Of another run.
        }
      }
    } catch (IOException e) {
      throw new LoadTestException(
          Verdict.RESULTS_NOT_WRITTEN, "%s: cannot be written: %s".formatted(results, e), e);
    }
  }

  private static boolean isGradle() {
    return Files.exists(Path.of("build.gradle")) || Files.exists(Path.of("build.gradle.kts"));
  }
}
