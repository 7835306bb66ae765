// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.eks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fleetload.deploy.DeployFolder;
import io.fleetload.deploy.FakeProgram;
import io.fleetload.deploy.Program;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Walks the page from its first command to its last, in one shell, in a copy of the folders that it
 * names. What would ask AWS, a cluster or the internet is a stand-in that writes down what it is
 * asked; the scripts of the page are the real ones.
 */
class RunOnEksTest {
  /** Gives only outputs that the configuration has. */
  private static final String TERRAFORM =
      """
      case "$1 ${2:-} ${3:-}" in
        "output -raw "*) name=$3 ;;
        "output "*) name=$2 ;;
        *) exit 0 ;;
      esac
      grep -q "^output \\"$name\\"" outputs.tf || { echo "no output $name" >&2; exit 1; }
      case $name in
        kubeconfig) echo aws eks update-kubeconfig --region eu-central-1 --name hono-load ;;
        registry) echo 123456789012.dkr.ecr.eu-central-1.amazonaws.com/hono-load ;;
        hono_values) echo "adapters: {}" ;;
        profile) sed 's/\\$\\${/${/; s/\\${name}/hono-load/; s/\\${coap}/coap.example.org:5684/; s/\\${kafka}/kafka.example.org:9094/' profile.yaml.tftpl ;;
        *) echo "{}" ;;
      esac
      """;

  private static final String KUBECTL =
      """
      [ "$1" = kustomize ] && exec "$REAL_KUBECTL" "$@"
      case "$*" in
        *"get secret hono-data-grid") exit 1 ;;
        *create*) echo manifest ;;
        *"apply"*"-f -") cat >/dev/null ;;
        *"apply"*" -k "*) "$REAL_KUBECTL" kustomize "$3" >/dev/null ;;
        *"apply -f "*) for file; do case $file in *.yaml) [ -f "$file" ] ;; esac || exit 1; done ;;
      esac
      """;

  /** Gives the pinned tree, so that the real script takes it for the chart. */
  private static final String GIT =
      """
      case "$*" in
        *rev-parse*) sed -n 's/^tree=//p' ../helm/chart.properties ;;
        *archive*) cd "$CHART" && tar -c Chart.yaml ;;
      esac
      """;

  private static final String MVNW =
      """
      #!/bin/sh
      mkdir -p hono-deploy/images/target
      for tool in provisioning backend-simulator device-simulator; do
        : >hono-deploy/images/target/$tool.tar
      done
      echo git.commit.id.describe=0123456789ab >hono-deploy/images/target/commit.properties
      """;

  /** Writes down what it is asked; a run leaves its results, as the page says where. */
  private static final String LOADTEST =
      """
      #!/bin/sh
      case "$1 ${2:-}" in
        compare*) [ -d "$3" ] ;;
        "cluster provision") [ -s "$3" ] && [ -s images.txt ] ;;
        "cluster run") [ -s "$3" ] && [ -s images.txt ] && mkdir "$9" ;;
        *) exit 2 ;;
      esac
      echo "$@" >>"${0%/*}/asked"
      """;

  @TempDir private Path folder;
  private Path root;
  private Path terraform;
  private FakeProgram kubectl;
  private FakeProgram helm;
  private FakeProgram crane;
  private FakeProgram terraformAsked;

  @BeforeEach
  void copyAndFake() throws Exception {
    assumeTrue(Program.isThere("kubectl"), "kubectl is not here");
    assumeTrue(Program.isThere("openssl"), "openssl is not here");
    root = folder.resolve("repository");
    for (String each : List.of("eks", "simulators", "monitoring")) {
      copy(DeployFolder.at(each), root.resolve("hono-deploy").resolve(each));
    }
    terraform = root.resolve("hono-deploy/eks/terraform");
    Path fakes = Files.createDirectory(folder.resolve("fakes"));
    Path chart = Files.createDirectory(folder.resolve("chart"));
    Files.writeString(chart.resolve("Chart.yaml"), "apiVersion: v2\nname: hono\n");
    program(root.resolve("mvnw"), MVNW);
    program(root.resolve("loadtest"), LOADTEST);
    terraformAsked = new FakeProgram(fakes, "terraform", TERRAFORM);
    kubectl = new FakeProgram(fakes, "kubectl", KUBECTL);
    helm = new FakeProgram(fakes, "helm", "[ \"$1\" != version ] || echo v4.3.1");
    crane =
        new FakeProgram(
            fakes,
            "crane",
            "case $1 in push) [ -f \"$2\" ] && echo \"${3%:*}@sha256:digest\" ;; auth) cat ;; esac");
    new FakeProgram(fakes, "git", GIT);
    new FakeProgram(fakes, "aws", "echo 64");
  }

  @Test
  void everyCommandOfThePageWorksInItsOrder() throws Exception {
    Program.Said said = walk(commands());

    assertThat(said.code()).as(said.out() + said.err()).isZero();
    assertThat(terraformAsked.asked())
        .containsSubsequence("init", "apply", "output -raw kubeconfig", "apply", "destroy")
        .as("nothing of the site or the load on a command line")
        .noneMatch(call -> call.contains("-var"));
    assertThat(kubectl.asked())
        .containsSubsequence(
            "create namespace hono",
            "apply -f ../../simulators/base/namespace.yaml"
                + " -f ../../simulators/base/network-policies.yaml",
            "--namespace load create secret generic provisioning --from-file=MONGODB_URI=uri"
                + " --from-file=PSK_SECRET=psk --dry-run=client -o yaml",
            "apply -k ../../monitoring");
    assertThat(Files.readAllLines(root.resolve("asked")))
        .containsExactly(
            "cluster provision profile.yaml --images images.txt --new-registry",
            "cluster run profile.yaml --images images.txt --shards 2 --out test-1",
            "cluster run profile-2.yaml --images images.txt --shards 2 --out test-2",
            "compare 004-hono-load-tests.md#1 test-1",
            "compare 004-hono-load-tests.md#2 test-2");
    assertThat(helm.asked())
        .filteredOn(call -> !call.startsWith("version"))
        .extracting(call -> call.split(" ")[0])
        .containsExactly("template", "upgrade", "--namespace", "upgrade", "--namespace");
    assertThat(crane.asked())
        .contains(
            "push ../../images/target/provisioning.tar"
                + " 123456789012.dkr.ecr.eu-central-1.amazonaws.com/hono-load/provisioning:0123456789ab");
    assertThat(Files.readString(terraform.resolve("profile.yaml"))).contains("rate: 300/s");
    assertThat(Files.readString(terraform.resolve("profile-2.yaml")))
        .contains("rate: 600/s")
        .doesNotContain("rate: 300/s");
    assertThat(Files.readString(terraform.resolve("images.txt")))
        .contains("hono-load/device-simulator@sha256:");
  }

  @Test
  void whatItMakesInTheFolderIsIgnoredAndHoldsNoSecret() throws Exception {
    assertThat(walk(commands()).code()).isZero();

    List<String> ignored = Files.readAllLines(terraform.resolve(".gitignore"));
    Path source = DeployFolder.at("eks/terraform");
    try (Stream<Path> made = Files.list(terraform)) {
      assertThat(made.map(each -> each.getFileName().toString()))
          .filteredOn(name -> !Files.exists(source.resolve(name)))
          .contains("this-site.auto.tfvars", "profile.yaml", "chart", "test-1")
          .allMatch(name -> ignored.stream().anyMatch(line -> covers(line, name)));
    }
    try (Stream<Path> files = Files.walk(terraform)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file)).as(file + "").doesNotContain("user:password");
      }
    }
  }

  @Test
  void thePeeringIsSaidToGoBeforeTheVpc() throws Exception {
    String page = DeployFolder.text("../docs/how-to/run-on-eks.md");
    String end = page.substring(page.indexOf("## 7."), page.indexOf("## Cost"));

    assertThat(end).contains("Peering before VPC").contains("delete peering and cluster");
  }

  private static boolean covers(String line, String name) {
    String glob = line.replaceAll("^/|/$", "");
    return FileSystems.getDefault().getPathMatcher("glob:" + glob).matches(Path.of(name));
  }

  private Program.Said walk(String commands) throws Exception {
    String real = Program.of("sh", "-c", "command -v kubectl").run().out().strip();
    return kubectl
        .before(Program.of("bash", "-euo", "pipefail", "-c", commands))
        .with("REAL_KUBECTL", real)
        .with("CHART", folder.resolve("chart").toString())
        .with("TMPDIR", Files.createDirectory(folder.resolve("temporary")).toString())
        .in(root)
        .run();
  }

  /** The indented lines of the page up to what follows the tear-down. */
  private static String commands() throws IOException {
    String page = DeployFolder.text("../docs/how-to/run-on-eks.md");
    return page.substring(0, page.indexOf("## Cost"))
        .lines()
        .filter(line -> line.startsWith("    "))
        .map(line -> line.substring(4))
        .collect(Collectors.joining("\n"));
  }

  private static void program(Path file, String script) throws IOException {
    Files.writeString(file, script);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(each -> !each.toString().contains("/.terraform/")).toList()) {
        Path copy = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    }
  }
}
