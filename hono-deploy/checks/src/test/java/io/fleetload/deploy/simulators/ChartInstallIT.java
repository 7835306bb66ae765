// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.simulators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fleetload.deploy.Program;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The chart on the Kubernetes of the tests: API server, admission, controllers and scheduler are
 * real, the nodes are played. KUBERNETES names its program, which {@code .ci/kubernetes} builds.
 */
class ChartInstallIT {
  private static final String NAMESPACE = "load";

  @TempDir private Path folder;
  private Chart chart;
  private Process kubernetes;

  @BeforeEach
  void start() throws Exception {
    chart = Chart.by(System.getenv("HELM_3") == null ? "HELM_4" : "HELM_3", folder);
    String program = System.getenv("KUBERNETES");
    assumeTrue(program != null, "KUBERNETES names no program; .ci/kubernetes builds it");
    assumeTrue(Program.isThere("etcd"), "etcd is not here");
    assumeTrue(Program.isThere("kubectl"), "kubectl is not here");
    Path own = folder.resolve("kubernetes");
    kubernetes = Program.of(program, "cluster", "--folder", own.toString(), "--nodes", "1").begin();
    BufferedReader out =
        new BufferedReader(
            new InputStreamReader(kubernetes.getInputStream(), StandardCharsets.UTF_8));
    assertThat(out.readLine()).as("it says that it is ready").contains("\"ready\":true");
    Files.copy(own.resolve("admin.kubeconfig"), folder.resolve("admin.kubeconfig"));
    kubectl("create", "namespace", NAMESPACE);
    kubectl("label", "namespace", NAMESPACE, "pod-security.kubernetes.io/enforce=restricted");
  }

  @AfterEach
  void end() throws Exception {
    if (kubernetes != null) {
      kubernetes.getOutputStream().close();
      assertThat(kubernetes.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void aRestrictedNamespaceTakesItAndTheJobSaysTheExitCode() throws Exception {
    install("smoke", "--set-string", "job.podAnnotations.loadtest\\.fake/code=5");

    kubectl("wait", "job/smoke-1", "--for=condition=Failed", "--timeout=60s");

    assertThat(kubectl("get", "job", "smoke-1", "--output", "jsonpath={.status.conditions[-1:]}"))
        .contains("\"type\":\"Failed\"", "failed with exit code 5");
    assertThat(may("smoke", "create", "jobs.batch")).isEqualTo("yes");
    assertThat(may("smoke", "get", "pods/exec")).isEqualTo("yes");
    assertThat(may("smoke", "create", "pods")).isEqualTo("no");
    assertThat(may("smoke", "update", "secrets")).isEqualTo("no");
  }

  @Test
  void aPipelineCreatesOneObjectAndWaits() throws Exception {
    install("load-test", "--set", "start=later");
    assertThat(kubectl("get", "jobs", "--output", "name")).isEmpty();

    kubectl("create", "job", "build-42", "--from=cronjob/load-test");
    kubectl("wait", "job/build-42", "--for=jsonpath={.status.conditions[0].type}", "--timeout=60s");

    assertThat(
            kubectl(
                "get",
                "pod",
                "--selector=job-name=build-42",
                "--output=jsonpath={.items[0].status.containerStatuses[0].state.terminated"
                    + ".exitCode}"))
        .isEqualTo("0");
  }

  @Test
  void resultsOutliveTheReleaseAndTheNextOneTakesThem() throws Exception {
    String claim = "persistentvolumeclaim/again-results";
    helm("install", "again", "--set", "start=later");
    assertThat(chart.bare("uninstall", "again", "--namespace", NAMESPACE).code()).isZero();
    assertThat(kubectl("get", "pvc", "--output", "name")).isEqualTo(claim);

    helm("install", "again", "--set", "start=later");

    assertThat(kubectl("get", "pvc", "--output", "name")).isEqualTo(claim);
  }

  /** Installs it without a volume, as the nodes that are played have none. */
  private void install(String release, String... options) throws Exception {
    String[] all = new String[options.length + 2];
    System.arraycopy(options, 0, all, 2, options.length);
    all[0] = "--set";
    all[1] = "results.create=false";
    helm("install", release, all);
  }

  private void helm(String verb, String release, String... options) throws Exception {
    Program.Said said = chart.helm(List.of(verb, release, "--namespace", NAMESPACE), options);
    assertThat(said.code()).as(said.err()).isZero();
  }

  private String may(String account, String verb, String resource) throws Exception {
    return kubectlEnd("auth", "can-i", verb, resource, "--as=system:serviceaccount:load:" + account)
        .out()
        .strip();
  }

  private String kubectl(String... arguments) throws Exception {
    Program.Said said = kubectlEnd(arguments);
    assertThat(said.code()).as(said.err()).isZero();
    return said.out().strip();
  }

  private Program.Said kubectlEnd(String... arguments) throws Exception {
    String[] command = new String[arguments.length + 2];
    command[0] = "kubectl";
    command[1] = "--namespace=" + NAMESPACE;
    System.arraycopy(arguments, 0, command, 2, arguments.length);
    return Program.of(command)
        .with("KUBECONFIG", folder.resolve("admin.kubeconfig").toString())
        .run();
  }
}
