// SPDX-License-Identifier: EPL-2.0
package io.fleetload.maven;

import io.fleetload.junit5.LoadResult;
import io.fleetload.junit5.LoadTest;
import io.fleetload.junit5.LoadTestException;
import io.fleetload.junit5.Verdict;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Runs load tests, one after the other. The build fails at the first that does not pass; where the
 * plugin's goal {@code verify} is in the project too, all run, and the build fails there, after
 * what the phase post-integration-test takes down.
 */
@Mojo(name = "run", defaultPhase = LifecyclePhase.INTEGRATION_TEST, threadSafe = true)
public final class RunMojo extends AbstractMojo {
  /** Key under which {@link VerifyMojo} finds the load tests that did not pass. */
  static final String FAILED = "fleetload.failed";

  /** The profiles, files or directories with files; without it all of {@code src/test/load}. */
  @Parameter(property = "fleetload.profiles")
  private List<File> profiles;

  /** Overrides of keys of all profiles, such as {@code <phases.measure>5s</phases.measure>}. */
  @Parameter private Map<String, String> set;

  /** Directory of the results, each run in a directory named by its profile. */
  @Parameter(property = "fleetload.results", defaultValue = "${project.build.directory}/fleetload")
  private File results;

  /**
   * A release that is unpacked, or a checkout that is built, instead of the plugin's dependency
   * {@code io.fleetload:fleetload-dist}.
   */
  @Parameter(property = "fleetload.home")
  private File home;

  /** Runs no load test. */
  @Parameter(property = "fleetload.skip", defaultValue = "false")
  private boolean skip;

  // Properties of Surefire and Failsafe: load tests are tests too.
  @Parameter(property = "skipTests", readonly = true)
  private boolean skipTests;

  @Parameter(property = "skipITs", readonly = true)
  private boolean skipIntegrationTests;

  @Parameter(property = "maven.test.skip", readonly = true)
  private boolean skipAllOfTests;

  /**
   * Makes the build fail if the generator or its host was the limit, so that the run says nothing
   * about the target.
   */
  @Parameter(property = "fleetload.failWithoutVerdict", defaultValue = "true")
  private boolean failWithoutVerdict;

  @Parameter(defaultValue = "${project.basedir}/src/test/load", readonly = true)
  private File usualPlace;

  @Parameter(defaultValue = "${mojoExecution}", readonly = true)
  private MojoExecution execution;

  @Override
  public void execute() throws MojoExecutionException, MojoFailureException {
    if (skip || skipTests || skipIntegrationTests || skipAllOfTests) {
      getLog().info("load tests are skipped");
      return;
    }
    for (Path each : all()) {
      String failure = run(each);
      if (failure != null && !isVerifiedLater()) {
        throw new MojoFailureException(failure);
      }
    }
  }

  /** Runs one; gives what did not pass in one line, or null. */
  private String run(Path profile) throws MojoExecutionException {
    getLog().info("load test " + profile);
    LoadTest test =
        LoadTest.of(profile).outBelow(results.toPath()).printing(line -> getLog().info(line));
    new TreeMap<>(set == null ? Map.of() : set).forEach(test::set);
    if (home != null) {
      test.home(home.toPath());
    }
    String failure;
    try {
      LoadResult result = test.run();
      failure = result.verdict() == Verdict.PASSED ? null : result.toString();
      if (result.verdict() == Verdict.GENERATOR_LIMITED && !failWithoutVerdict) {
        getLog().warn(failure);
        return null;
      }
    } catch (LoadTestException e) {
      if (e.verdict() == Verdict.WRONG_USAGE) {
        throw new MojoExecutionException(e.getMessage(), e);
      }
      failure = "%s: %s: %s".formatted(profile.getFileName(), e.verdict(), e.getMessage());
    }
    if (failure != null) {
      failed(getPluginContext()).add(failure);
    }
    return failure;
  }

  private List<Path> all() throws MojoExecutionException {
    List<File> given = profiles == null || profiles.isEmpty() ? List.of(usualPlace) : profiles;
    for (File each : given) {
      if (!each.exists()) {
        throw new MojoExecutionException(
            ("%s: there is no such file; write a profile there, or name another as <profiles>"
                    + " (fleetload.profiles)")
                .formatted(each));
      }
    }
    List<Path> all = new ArrayList<>();
    for (File each : given) {
      all.addAll(filesOf(each.toPath()));
    }
    if (all.isEmpty()) {
      throw new MojoExecutionException(
          "%s: holds no profile, expected a file *.yaml".formatted(given.get(0)));
    }
    return all;
  }

  private static List<Path> filesOf(Path place) throws MojoExecutionException {
    if (!Files.isDirectory(place)) {
      return List.of(place);
    }
    try (Stream<Path> files = Files.list(place)) {
      return files.filter(each -> each.toString().matches(".*\\.ya?ml")).sorted().toList();
    } catch (IOException e) {
      throw new MojoExecutionException(place + ": cannot be read: " + e, e);
    }
  }

  private boolean isVerifiedLater() {
    return execution.getSource() == MojoExecution.Source.LIFECYCLE
        && execution.getPlugin().getExecutions().stream()
            .anyMatch(each -> each.getGoals().contains(VerifyMojo.GOAL));
  }

  /** Returns the load tests that did not pass so far in this build of the project. */
  @SuppressWarnings("unchecked")
  static List<String> failed(Map<?, ?> ofPlugin) {
    return ((Map<String, List<String>>) ofPlugin)
        .computeIfAbsent(FAILED, ignored -> new ArrayList<>());
  }
}
