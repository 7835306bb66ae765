// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.eks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fleetload.deploy.DeployFolder;
import io.fleetload.deploy.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Terraform's own checks and tests, with the provider mocked. The provider comes from
 * TERRAFORM_PLUGINS, a folder of plugins, or from the registry.
 */
class TerraformTest {
  @TempDir private Path data;

  @BeforeEach
  void initialise() throws Exception {
    assumeTrue(Program.isThere("terraform"), "terraform is not here");
    Program.Said said = terraform("init", "-backend=false", "-input=false", "-lockfile=readonly");
    assertThat(said.err()).doesNotContain("checksums", "lock file");
    assumeTrue(
        said.code() == 0,
        "terraform cannot get the provider; set TERRAFORM_PLUGINS: " + said.err());
  }

  @Test
  void theConfigurationIsValidFormattedAndHoldsItsOwnTests() throws Exception {
    Program.Said valid = terraform("validate");
    assertThat(valid.code()).as(valid.err()).isZero();

    Program.Said formatted = terraform("fmt", "-check", "-recursive");
    assertThat(formatted.code()).as(formatted.out()).isZero();

    Program.Said tested = terraform("test");
    assertThat(tested.code()).as(tested.out() + tested.err()).isZero();
    assertThat(tested.out()).containsPattern("[1-9]\\d* passed, 0 failed");
  }

  @Test
  @Tag("nightly")
  @Tag("deploy")
  void thePeeringGoesBeforeTheVpcAndTheGatewayComesBeforeTheLoadBalancer() throws Exception {
    Program.Said graph = terraform("graph");

    assertThat(graph.out())
        .as(graph.err())
        .contains("\"terraform_data.atlas_peering\" -> \"aws_vpc.this\"")
        .contains("\"aws_lb.coap\" -> \"aws_internet_gateway.this\"");
  }

  @Test
  @Tag("nightly")
  @Tag("deploy")
  void theSitesFileIsUsedUnaskedAndWinsOverTheSizes() throws Exception {
    Files.writeString(
        copied().resolve("this-site.auto.tfvars"),
        """
        admin_cidrs     = ["203.0.113.7/32"]
        simulator_nodes = { type = "c5a.xlarge", count = 7 }
        """);

    Program.Said said = prepared("console").reading("var.simulator_nodes.count\n").run();

    assertThat(said.out().strip()).as(said.err()).isEqualTo("7");
  }

  @Test
  void theLockNamesTheProviderForEveryPlatform() throws Exception {
    String lock = DeployFolder.text("eks/terraform/.terraform.lock.hcl");

    assertThat(lock).contains("version     = \"5.100.0\"");
    assertThat(lock.lines().filter(line -> line.contains("\"zh:"))).hasSize(15);
  }

  private Program.Said terraform(String command, String... options)
      throws IOException, InterruptedException {
    return prepared(command, options).run();
  }

  private Program prepared(String command, String... options) throws IOException {
    Path work = copied();
    String[] line = new String[options.length + 2];
    line[0] = "terraform";
    line[1] = command;
    System.arraycopy(options, 0, line, 2, options.length);
    Program program = Program.of(line).in(work).with("CHECKPOINT_DISABLE", "1");
    String plugins = System.getenv("TERRAFORM_PLUGINS");
    if (plugins != null) {
      Path configuration = data.resolve("terraformrc");
      Files.writeString(
          configuration,
          "provider_installation {\n  filesystem_mirror { path = \"" + plugins + "\" }\n}\n");
      program.with("TF_CLI_CONFIG_FILE", configuration.toString());
    }
    return program.with("TF_IN_AUTOMATION", "1").with("NO_COLOR", "1");
  }

  /** Its files in a folder of the test's own, so that nothing of a run is left among them. */
  private Path copied() throws IOException {
    Path copy = data.resolve("terraform");
    if (!Files.exists(copy)) {
      Path source = DeployFolder.at("eks/terraform");
      Files.createDirectories(copy.resolve("tests"));
      try (var files = Files.walk(source, 2)) {
        for (Path file : files.filter(TerraformTest::isSource).toList()) {
          Files.copy(file, copy.resolve(source.relativize(file).toString()));
        }
      }
    }
    return copy;
  }

  private static boolean isSource(Path file) {
    return file.getFileName()
        .toString()
        .matches(".*\\.(tf|tftest\\.hcl|tftpl|lock\\.hcl|auto\\.tfvars\\.json)|unpeer");
  }
}
