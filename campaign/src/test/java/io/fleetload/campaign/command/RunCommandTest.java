// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.campaign.Printed;
import io.fleetload.rig.Golden;
import io.fleetload.rig.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunCommandTest {
  private static final Golden WORDS = Golden.of("run");
  private static final String COMPARED =
      "--set=thresholds=[flows.event.response.p99 <= baseline * 1.10]";

  private static final String PROFILE = Home.path("profiles", "quickstart.yaml").toString();

  @TempDir Path directory;

  private Printed run(String... more) {
    String[] arguments = new String[3 + more.length];
    arguments[0] = "run";
    arguments[1] = PROFILE;
    arguments[2] = "--out=" + directory.resolve("out");
    System.arraycopy(more, 0, arguments, 3, more.length);
    return Printed.by(arguments);
  }

  private void refused(Printed printed, String... values) {
    assertThat(printed.code()).isEqualTo(2);
    assertThat(printed.err()).hasLineCount(1);
    WORDS.says(printed.err().replace(directory.toString(), "DIR"), values);
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void aBaselineThatIsNoneIsRefusedBeforeTheRun() throws IOException {
    refused(run(COMPARED), "--set: thresholds[0]: ", "--baseline DIR", "baseline");
    Path before = Files.createDirectory(directory.resolve("it's: before"));
    refused(run(COMPARED, "--baseline=" + before), "baseline DIR/it's: before: ", "result.json");
    Path result = before.resolve("result.json");
    Files.writeString(
        result,
        "{\"version\": 1, \"run\": \"before\", \"complete\": true, \"verdict\": {\"status\":"
            + " \"passed\"}, \"flows\": {}}");
    refused(
        run(COMPARED, "--baseline=" + before),
        "baseline DIR/it's: before/result.json: ",
        "flows.event.response.p99",
        "\"flows.event.response.p99 <= baseline * 1.10\"");
  }

  @Test
  void aSeriesThatCannotBeIsRefusedBeforeItsFirstRun() throws IOException {
    refused(run("--repeat=1"), "--repeat: ", "1", "2 to 100");
    refused(run("--repeat=101"), "--repeat: ", "101", "2 to 100");
    refused(run("--repeat=2", "--live=0"), "--live: ", "--repeat");
    refused(run("--repeat=2", "--shards=51"), "--shards: ", "51", "1 to 50", "devices.count");
    Path used = Files.createDirectory(directory.resolve("used"));
    Files.writeString(used.resolve("repeat.json"), "{}");
    refused(Printed.by("run", PROFILE, "--repeat=2", "--out=" + used), "--out: ", "DIR/used");
  }

  @Test
  void aLabelThatCannotBeIsRefusedBeforeTheRun() {
    refused(run("--label=Commit=1"), "--label: ", "\"Commit=1\"", "commit=4f2a91c");
    refused(run("--repeat=2", "--label=commit="), "--label: ", "200");
  }

  @Test
  void aSeriesOverAKeyThatCannotBeIsRefusedBeforeItsFirstRun() {
    refused(run("--over=devices.count"), "--over: ", "devices.count=1000,2000,5000");
    refused(run("--over==1,2"), "--over: ", "KEY=VALUE,VALUE");
    refused(run("--over=thresholds[0]=1,2"), "--over: ", "KEY=VALUE,VALUE", "such as");
    refused(run("--over=devices.count=5"), "--over: devices.count: ", "1 value", "2 to 100");
    refused(run("--over=devices.count=5,,7"), "--over: devices.count: ", "empty");
    refused(run("--over=devices.count=5,6", "--repeat=2"), "--over: ", "--repeat");
    refused(run("--over=devices.count=5,6", "--live=0"), "--live: ", "--over");
    refused(run("--over=devices.cuont=5,6"), "--over: devices.cuont: ", "count");
    refused(run("--over=devices.count=50,60,x"), "--over: devices.count: ", "\"x\"");
    refused(
        run("--over=devices.count=50,3", "--set=flows.event={closed: {users: 5}}"),
        "--set: flows.event.closed.users: ",
        "5",
        "3",
        "(in the run with devices.count=3)");
    refused(run("--over=profile=nowhere.yaml,nor-here.yaml", "--live=0"), "--live: ", "--over");
    Printed missing = run("--over=profile=nowhere.yaml," + Path.of(PROFILE).getFileName());
    assertThat(missing.code()).isEqualTo(2);
    assertThat(missing.err())
        .hasLineCount(1)
        .contains("nowhere.yaml: there is no such file")
        .doesNotContain("in the run with");
    Printed same = run("--over=devices.count=50,60", "--set=devices.timeout=0s");
    refused(same, "--set: devices.timeout: ", "\"0s\"");
    assertThat(same.err()).doesNotContain("in the run with");
  }

  @Test
  void aDirectoryWithOtherThingsInItIsRefusedAndLeftAsItIs() throws IOException {
    Path others = Files.createDirectory(directory.resolve("others"));
    Files.createDirectory(others.resolve("first"));
    for (String command : List.of("run", "find-limit")) {
      Printed printed =
          Printed.by(command, PROFILE, "--set=findLimit={from: 1/s, to: 2/s}", "--out=" + others);
      assertThat(printed.code()).isEqualTo(2);
      assertThat(printed.err()).hasLineCount(1).startsWith("--out: " + others + " ");
      assertThat(others.toFile().list()).containsExactly("first");
    }
  }

  @Test
  void shardsThatCannotBeAreRefusedBeforeTheRun() {
    refused(run("--shards=0"), "--shards: ", "0", "1 to 50", "devices.count");
    refused(run("--shards=51"), "--shards: ", "51", "1 to 50", "devices.count");
    refused(
        run("--shards=5", "--set=gateways.count=4"), "--shards: ", "5", "1 to 4", "gateways.count");
    refused(run("--shards=2", "--metrics"), "--metrics: ", "--shards");
    refused(
        run("--shards=2", "--set=phases.warmUp=steady"),
        "phases.warmUp: ",
        "\"steady within 3m\"",
        "2m");
  }

  @Test
  void aRunningTargetThatIsNoneIsRefusedBeforeTheRun() throws IOException {
    Path ready = directory.resolve("ready.json");
    String running = "--running=" + ready;
    refused(run(running), "--running: ", "DIR/ready.json", "no such file");
    for (String line : new String[] {"", "hello", "{}", "{\"event\":\"said\"}"}) {
      Files.writeString(ready, line);
      refused(run(running), "--running: ", "DIR/ready.json", "hono-embedded", "JSON");
    }
    Files.writeString(ready, "{\"event\":\"ready\",\"tool\":\"jt808-server\"}");
    refused(run(running), "--running: ", "DIR/ready.json", "jt808-server", "hono-embedded");
    Files.writeString(ready, "{\"event\":\"ready\",\"tool\":\"hono-embedded\",\"pid\":2147483647}");
    refused(run(running), "--running: ", "hono-embedded", "2147483647");
    refused(
        run(
            running,
            "--set=target={kind: external, coap: 'h:1', kafka: 'h:1', provision: false}",
            "--set=devices.psk.derivedFrom=own"),
        "--running: ",
        "external");
  }

  @Test
  void backendsThatCannotBeAreRefusedBeforeTheRun() {
    refused(run("--backends=0"), "--backends: ", "0", "1 to 100");
    refused(run("--backends=101"), "--backends: ", "101", "1 to 100");
    refused(run("--backends=2", "--metrics"), "--metrics: ", "--backends");
    Path echo = Home.path("packs", "echo", "profiles", "quickstart.yaml");
    refused(
        Printed.by("run", echo.toString(), "--backends=2", "--out=" + directory.resolve("out")),
        "--backend, --backends: ");
  }
}
