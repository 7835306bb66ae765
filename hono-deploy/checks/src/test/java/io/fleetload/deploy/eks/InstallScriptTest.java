// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.eks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fleetload.deploy.DeployFolder;
import io.fleetload.deploy.FakeProgram;
import io.fleetload.deploy.Program;
import io.fleetload.deploy.manifest.Manifests;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The script that installs Hono, by Helm 3 and by Helm 4: on a helm that only plays, and on those
 * that HELM_3 and HELM_4 name.
 */
class InstallScriptTest {
  @TempDir private Path folder;

  /** A chart whose output is that of the stub, so that every patch meets its object. */
  @BeforeEach
  void chart() throws Exception {
    Path templates = Files.createDirectories(folder.resolve("chart/templates"));
    Files.writeString(
        folder.resolve("chart/Chart.yaml"), "apiVersion: v2\nname: hono\nversion: 2.6.6\n");
    Files.writeString(templates.resolve("all.yaml"), RenderedHono.ofStub());
    Files.writeString(folder.resolve("site.yaml"), "{}\n");
  }

  @ParameterizedTest
  @CsvSource({"v3.22.0, HERE/eks/helm/post-render", "v4.3.1, hono-post-render"})
  void everyUpgradeGoesThroughThePostRenderer(String version, String renderer) throws Exception {
    FakeProgram helm = helm(version);

    Program.Said said = install(helm, "chart", "site.yaml").run();

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(helm.asked())
        .last()
        .isEqualTo(
            ("upgrade --install eclipse-hono chart --namespace hono"
                    + " --values HERE/eks/helm/values.yaml --values site.yaml"
                    + " --post-renderer "
                    + renderer
                    + " --wait --timeout 15m")
                .replace("HERE", DeployFolder.at("").toString()));
  }

  @Test
  void hono27HasItsValuesBeforeTheSites() throws Exception {
    FakeProgram helm = helm("v4.3.1");

    Program.Said said = install(helm, "chart", "site.yaml").with("HONO_VERSION", "2.7.0").run();

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(helm.asked())
        .last()
        .asString()
        .contains("eks/helm/values-2.7.0.yaml --values site.yaml ");
  }

  @Test
  void aHonoThatIsNotThereIsRefused() throws Exception {
    Program.Said said =
        install(helm("v4.3.1"), "chart", "site.yaml").with("HONO_VERSION", "2.8.0").run();

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).isEqualTo("install: set HONO_VERSION to 2.6.0 or 2.7.0; it is 2.8.0\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"v2.17.0", "v5.0.0", "nonsense"})
  void anotherHelmIsRefusedBeforeItIsAskedForAnything(String version) throws Exception {
    FakeProgram helm = helm(version);

    Program.Said said = install(helm, "chart", "site.yaml").run();

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).startsWith("install: ").contains("Helm " + version, "3 or 4");
    assertThat(helm.asked()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "nowhere, site.yaml, 'nowhere: no chart; write it with fetch-chart nowhere'",
    "chart, no.yaml, 'no.yaml: no such file; write it with terraform output -raw hono_values'"
  })
  void whatIsMissingIsNamed(String chart, String site, String line) throws Exception {
    Program.Said said = install(helm("v4.3.1"), chart, site).run();

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).isEqualTo("install: " + line + "\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"HELM_3", "HELM_4"})
  void aRealHelmPatchesWhatItWouldInstall(String variable) throws Exception {
    String real = System.getenv(variable);
    assumeTrue(real != null, variable + " names no helm; .ci/run builds it where it can");
    assumeTrue(RenderedHono.canPatch(), "neither kubectl nor kustomize is here");
    FakeProgram helm = new FakeProgram(folder, "helm", "exec '" + real + "' \"$@\"");

    Program.Said said = install(helm, "--print", "chart", "site.yaml").run();

    assertThat(said.code()).as(said.err()).isZero();
    PostRendererTest.assertEveryStep(Manifests.parse(said.out()));
  }

  @Test
  void withoutHelmItSaysSo() throws Exception {
    Path tools = Files.createDirectory(folder.resolve("tools"));
    for (String tool : new String[] {"dirname", "sh"}) {
      Files.createSymbolicLink(tools.resolve(tool), Path.of("/bin", tool));
    }
    Program.Said said =
        Program.of("/bin/sh", DeployFolder.at("eks/helm/install").toString(), "chart", "site.yaml")
            .in(folder)
            .with("PATH", tools.toString())
            .run();

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).startsWith("install: helm ").hasLineCount(1);
  }

  private FakeProgram helm(String version) throws Exception {
    return new FakeProgram(folder, "helm", "[ \"$1\" != version ] || echo " + version);
  }

  private Program install(FakeProgram helm, String... arguments) {
    String[] command = new String[arguments.length + 1];
    command[0] = DeployFolder.at("eks/helm/install").toString();
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    return helm.before(Program.of(command)).in(folder);
  }
}
