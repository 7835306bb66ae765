// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.arion.profile.ArionProfile;
import io.fleetload.scenario.Scenario;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadLoadTest {
  @Test
  void everyClientHasOneReadUnderWayOnTheOneConnection(@TempDir Path directory) throws Exception {
    List<String> lines = new ReadLoad(4711).profile(new Load.Size(1, 12, 12, 0, 2.5));
    Path file = Files.write(directory.resolve("reads.yaml"), lines);

    ArionProfile profile = (ArionProfile) Scenario.read(file, List.of(), Map.of()).profile();

    assertThat(profile.sessions()).isEqualTo(1);
    assertThat(profile.flowsByName().keySet()).containsExactly(new ReadLoad(4711).flow());
    assertThat(profile.flows().read().timing().closed().users()).isEqualTo(12);
    assertThat(profile.phases().measure().seconds()).isEqualTo(2.5);
  }
}
