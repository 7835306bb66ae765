// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.eks;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.deploy.DeployFolder;
import io.fleetload.deploy.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that fetches the chart, from a repository of the test's own. */
class FetchChartTest {
  @TempDir private Path folder;
  private Path repository;
  private Path script;

  @BeforeEach
  void aChartAndItsPin() throws Exception {
    repository = Files.createDirectory(folder.resolve("repository"));
    Path chart = Files.createDirectories(repository.resolve("charts/hono"));
    Files.writeString(chart.resolve("Chart.yaml"), "name: hono\ndependencies:\n  - name: kafka\n");
    git("init", "-q");
    git("add", ".");
    git("-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-q", "-m", "chart");
    script = Files.copy(DeployFolder.at("eks/helm/fetch-chart"), folder.resolve("fetch-chart"));
    pin(git("rev-parse", "HEAD"), git("rev-parse", "HEAD:charts/hono"));
  }

  private String git(String... arguments) throws Exception {
    String[] command = new String[arguments.length + 1];
    command[0] = "git";
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    Program.Said said = Program.of(command).in(repository).run();
    assertThat(said.code()).as(said.err()).isZero();
    return said.out().strip();
  }

  private void pin(String commit, String tree) throws IOException {
    Files.writeString(
        folder.resolve("chart.properties"),
        "repository=%s\npath=charts/hono\ncommit=%s\ntree=%s\nversion=2.6.6\nappVersion=2.6.0\n"
            .formatted(repository, commit, tree));
  }

  private Program.Said fetch(String... arguments) throws Exception {
    String[] command = new String[arguments.length + 1];
    command[0] = script.toString();
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    return Program.of(command).in(folder).run();
  }

  @Test
  void whatIsPinnedComesWithoutTheChartsThatItWouldFetch() throws Exception {
    Program.Said said = fetch("chart");

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(folder.resolve("chart/Chart.yaml")).hasContent("name: hono\n");
  }

  @Test
  void anotherContentThanThePinnedOneIsRefused() throws Exception {
    pin(git("rev-parse", "HEAD"), "0000");

    Program.Said said = fetch("chart");

    assertThat(said.code()).isEqualTo(3);
    assertThat(said.err()).contains("expected 0000 of chart.properties");
    assertThat(folder.resolve("chart")).doesNotExist();
  }

  @Test
  void aRepositoryThatCannotBeReachedLeavesNothing() throws Exception {
    Files.move(repository, folder.resolve("away"));

    assertThat(fetch("chart").code()).isNotZero();

    assertThat(folder.resolve("chart")).doesNotExist();
  }

  @Test
  void aDirectoryHasToBeNamedAndNew() throws Exception {
    assertThat(fetch().err()).startsWith("fetch-chart: ").contains("directory");
    Program.Said said = fetch("repository");

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).startsWith("fetch-chart: repository exists");
  }
}
