// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.analysis.limit.Knee;
import io.fleetload.analysis.limit.Limit;
import io.fleetload.analysis.limit.LimitAnswer;
import io.fleetload.analysis.limit.LimitSearch;
import io.fleetload.analysis.limit.Probe;
import io.fleetload.analysis.limit.ProbeCost;
import io.fleetload.analysis.limit.ProbeRun;
import io.fleetload.analysis.limit.ProbeTimes;
import io.fleetload.campaign.Printed;
import io.fleetload.campaign.ResultSchema;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.format.ExitCode;
import io.fleetload.rig.Golden;
import io.fleetload.rig.Home;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FindLimitCommandTest {
  private static final Golden WORDS = Golden.of("find-limit");
  private static final Path QUICKSTART = Home.path("profiles", "quickstart.yaml");
  private static final String SEARCH = "--set=findLimit={from: 60/s, to: 600/s}";

  @TempDir Path directory;

  private void refused(Path profile, List<String> values, String... more) {
    String[] arguments = new String[3 + more.length];
    arguments[0] = "find-limit";
    arguments[1] = profile.toString();
    arguments[2] = "--out=" + directory.resolve("out");
    System.arraycopy(more, 0, arguments, 3, more.length);
    Printed printed = Printed.by(arguments);
    assertThat(printed.code()).isEqualTo(2);
    assertThat(printed.err()).hasLineCount(1);
    WORDS.says(
        printed
            .err()
            .replace(profile.toString(), "FILE")
            .replace(profile.getParent().toString(), "DIRECTORY"),
        values.toArray(String[]::new));
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void aProfileThatSaysNotWhereToSearchIsRefused() {
    refused(QUICKSTART, List.of("FILE: findLimit: ", "findLimit: { from: 100/s, to: 2000/s }"));
  }

  @Test
  void aWindowThatIsLongerThanAProbeIsRefusedBeforeTheSearch() {
    refused(
        QUICKSTART,
        List.of("--set: thresholds[0]: ", "60 s", "30s"),
        SEARCH,
        "--set=phases.measure=2m",
        "--set=thresholds=[flows.event.failed == 0 every 60s]");
  }

  @Test
  void whatThisHostCannotCarryIsRefusedBeforeTheSearch() {
    refused(
        Home.path("packs/jt808/profiles/quickstart.yaml"),
        List.of("--set: flows.location.track: ", "none.csv"),
        SEARCH,
        "--set=flows={location: {rate: 60/s, track: none.csv}}");
  }

  private static final String OF_DEVICES =
      "--set=findLimit={of: devices, from: 10, to: 40, step: 100%, resolution: 5%}";

  @Test
  void aNumberOfDevicesThatDoesNotFitIsRefusedAtTheKeyThatSetsIt() {
    Path echo = Home.path("packs/echo/profiles/quickstart.yaml");
    refused(
        echo,
        List.of("--set: flows.echo.closed: ", "findLimit"),
        OF_DEVICES,
        "--set=flows={echo: {closed: {users: 5}}, ask: {every: 1s}}");
    refused(
        echo,
        List.of("--set: findLimit.from: ", "\"1\"", "2", "devices.groups"),
        OF_DEVICES,
        "--set=findLimit.from=1",
        "--set=devices={groups: {a: {count: 5}, b: {count: 5}}}",
        "--set=flows={echo: {every: 1s}}");
    refused(
        Home.path("profiles/tenants.yaml"),
        List.of("FILE: findLimit.from: ", "\"2\"", "tenant"),
        "--set=findLimit={of: devices, from: 2, to: 40, step: 100%}",
        "--set=flows={telemetry: {every: 1s}}",
        "--set=thresholds=[]");
    Printed tooMany =
        Printed.by(
            "find-limit",
            QUICKSTART.toString(),
            "--out=" + directory.resolve("out"),
            "--set=findLimit={of: devices, from: 2000, to: 9000000, step: 100%}",
            "--set=devices.bind=[127.0.0.1]",
            "--set=flows={telemetry: {every: 1000s}}",
            "--set=thresholds=[]");
    assertThat(tooMany.code()).isEqualTo(2);
    assertThat(tooMany.err()).hasLineCount(1).startsWith(QUICKSTART + ": findLimit.to: ");
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void theDocsNameEveryFigureOfTheFile() throws Exception {
    String docs = Files.readString(Home.path("docs", "how-to", "find-limit.md"));
    for (Class<?> each :
        List.of(
            Limit.class,
            Limit.Noise.class,
            Limit.Search.class,
            Knee.class,
            Probe.class,
            ProbeRun.class,
            ProbeTimes.class,
            ProbeCost.class)) {
      for (String figure : ResultSchema.names(each)) {
        assertThat(docs).contains("`" + figure + "`");
      }
    }
  }

  @Test
  void theFileIsReadAsItWasWritten() throws Exception {
    Probe probe =
        new Probe(
            new ProbeRun("probe-01", "1", 30.0, 12.5, true),
            Probe.ProbeFleet.SAME,
            60,
            59.9,
            59.8,
            new ProbeTimes(5.5, 5.0, null, Map.of("flows.*.response.p99 < 5ms", 0.5)),
            ExitCode.PASSED.status(),
            List.of(),
            null,
            null,
            Map.of("server", new ProbeCost(0.5, 100.0)),
            Map.of("event", new Probe.ProbeFlow(60, 59.9, 5.0, null)));
    Limit limit =
        new LimitAnswer(
                "quick",
                new Limit.Search(
                    null, 60, 600, "50%", "5%", 1, 30, 60, Map.of("event", 60.0), null),
                List.of("ledger.lost == 0"),
                List.of(probe),
                new LimitSearch.Bracket(60.0, null, null, null))
            .found();
    Path file = directory.resolve(Limit.FILE);
    ResultFiles.write(file, limit);
    assertThat(ResultFiles.read(file, Limit.class)).isEqualTo(limit);
    JsonNode tree = ResultFiles.tree(file, Limit.class);
    assertThat(tree.path("version").asInt()).isEqualTo(1);
    assertThat(tree.at("/probes/0").has("recovered")).isFalse();
    assertThat(tree.at("/probes/0").has("held")).isFalse();
  }
}
