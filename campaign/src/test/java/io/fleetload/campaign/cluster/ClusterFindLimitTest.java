// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.analysis.limit.Limit;
import io.fleetload.analysis.limit.Probe;
import io.fleetload.campaign.Printed;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.rig.Golden;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The command as a user gives it: every probe is a run of the pods. */
class ClusterFindLimitTest extends OnACluster {
  private static final Golden WORDS = Golden.of("cluster");
  private final Properties before = System.getProperties();
  private Path out;

  @BeforeEach
  void aKubeconfigOfThisCluster() throws Exception {
    System.setProperties(new Properties(before));
    System.setProperty("kubeconfig", ClusterFiles.kubeconfig(folder, server.url("/")).toString());
    out = folder.resolve("limit");
    System.setProperty("fleetload.home", Path.of("..").toAbsolutePath().toString());
    run.archiveIsWhole();
  }

  @AfterEach
  void asBefore() {
    System.setProperties(before);
  }

  private Printed search(String shards, String... findLimit) throws Exception {
    return Printed.by(
        "cluster",
        "find-limit",
        ClusterFiles.profile(folder).toString(),
        "--images=" + ClusterFiles.images(folder),
        "--shards=" + shards,
        "--out=" + out,
        "--set=findLimit=" + String.join(", ", findLimit));
  }

  @Test
  void everyProbeIsARunOfThePodsInOneHold() throws Exception {
    Printed printed =
        search("2", "{from: 10/s, to: 20/s, step: 100%, repeats: 0, warmUp: 0s, recovery: 0s}");

    assertThat(printed.code()).as(printed.out() + printed.err()).isZero();
    Limit limit = ResultFiles.read(out.resolve(Limit.FILE), Limit.class);
    assertThat(limit.probes())
        .as("what a scout found is probed for its full time")
        .extracting(Probe::asked)
        .containsExactly(10.0, 20.0, 20.0);
    assertThat(limit.bounds().held()).isEqualTo(20.0);
    assertThat(out.resolve("probe-02").resolve(Result.FILE)).exists();
    assertThat(out.resolve("limit.html")).exists();
    assertThat(run.fake.asked().stream().filter(each -> each.endsWith("/jobs")))
        .as("provisioning once, then backend and shards of each probe")
        .hasSize(7);
    run.nothingIsLeft();
  }

  @Test
  void shardsCannotWaitUntilATargetIsSteady() throws Exception {
    Printed printed = search("2", "{from: 10/s, to: 20/s}");

    assertThat(printed.code()).isEqualTo(2);
    assertThat(printed.err()).startsWith("findLimit.warmUp: ").hasLineCount(1);
    WORDS.says(printed.err(), "findLimit.warmUp: ", "\"steady\"", "1m");
    run.nothingIsLeft();
  }
}
