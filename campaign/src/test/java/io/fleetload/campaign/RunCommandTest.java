// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunCommandTest {
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

  private void refused(Printed printed, String line) {
    assertThat(printed.err()).isEqualTo(line + System.lineSeparator());
    assertThat(printed.code()).isEqualTo(2);
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void aBaselineThatIsNoneIsRefusedBeforeTheRun() throws IOException {
    refused(
        run(COMPARED),
        "--set: thresholds[0]: compares with a baseline, and there is none; expected --baseline DIR"
            + " or the key baseline");
    Path before = Files.createDirectory(directory.resolve("it's: before"));
    refused(
        run(COMPARED, "--baseline=" + before),
        "baseline " + before + ": holds no result.json; give the directory of a run");
    Path result = before.resolve("result.json");
    Files.writeString(
        result,
        "{\"version\": 1, \"run\": \"before\", \"complete\": true, \"verdict\": {\"status\": \"passed\"}, \"flows\":"
            + " {}}");
    refused(
        run(COMPARED, "--baseline=" + before),
        "baseline "
            + result
            + ": has no flows.event.response.p99, which the threshold"
            + " \"flows.event.response.p99 <= baseline * 1.10\" compares with");
  }

  @Test
  void aSeriesThatCannotBeIsRefusedBeforeItsFirstRun() throws IOException {
    refused(run("--repeat=1"), "--repeat: found 1, expected 2 to 100");
    refused(run("--repeat=101"), "--repeat: found 101, expected 2 to 100");
    refused(
        run("--repeat=2", "--live=0"),
        "--live: shows one run; run without it, or without --repeat");
    refused(
        run("--repeat=2", "--shards=51"),
        "--shards: found 51, expected 1 to 50, as there are so many devices (devices.count)");
    Path used = Files.createDirectory(directory.resolve("used"));
    Files.writeString(used.resolve("repeat.json"), "{}");
    refused(
        Printed.by("run", PROFILE, "--repeat=2", "--out=" + used),
        "--out: %s holds the results of a series of runs already; give another directory"
            .formatted(used));
  }

  @Test
  void shardsThatCannotBeAreRefusedBeforeTheRun() {
    refused(
        run("--shards=0"),
        "--shards: found 0, expected 1 to 50, as there are so many devices (devices.count)");
    refused(
        run("--shards=51"),
        "--shards: found 51, expected 1 to 50, as there are so many devices (devices.count)");
    refused(
        run("--shards=5", "--set=gateways.count=4"),
        "--shards: found 5, expected 1 to 4, as there are so many gateways (gateways.count)");
    refused(
        run("--shards=2", "--metrics"),
        "--metrics: shows one device simulator; run without it, or without --shards");
    refused(
        run("--shards=2", "--set=phases.warmUp=steady"),
        "phases.warmUp: found \"steady within 3m\", which several shards cannot agree on; expected a"
            + " length of time such as 2m, or a run without shards");
  }

  @Test
  void aRunningTargetThatIsNoneIsRefusedBeforeTheRun() throws IOException {
    Path ready = directory.resolve("ready.json");
    String running = "--running=" + ready;
    refused(run(running), "--running: %s cannot be read (NoSuchFileException)".formatted(ready));
    for (String line : new String[] {"", "hello", "{}", "{\"event\":\"said\"}"}) {
      Files.writeString(ready, line);
      refused(
          run(running),
          "--running: %s is not what hono-embedded prints when it is ready, expected one line of JSON"
              .formatted(ready));
    }
    Files.writeString(ready, "{\"event\":\"ready\",\"tool\":\"jt808-server\"}");
    refused(
        run(running),
        "--running: %s is of jt808-server, and the profile's target is hono-embedded"
            .formatted(ready));
    Files.writeString(ready, "{\"event\":\"ready\",\"tool\":\"hono-embedded\",\"pid\":2147483647}");
    refused(run(running), "--running: hono-embedded has ended: there is no process 2147483647");
    refused(
        run(
            running,
            "--set=target={kind: external, coap: 'h:1', kafka: 'h:1', provision: false}",
            "--set=devices.psk.derivedFrom=own"),
        "--running: the profile's target is external; run it without --running, or with an embedded"
            + " target");
  }

  @Test
  void backendsThatCannotBeAreRefusedBeforeTheRun() {
    refused(run("--backends=0"), "--backends: found 0, expected 1 to 100");
    refused(run("--backends=101"), "--backends: found 101, expected 1 to 100");
    refused(
        run("--backends=2", "--metrics"),
        "--metrics: shows one backend simulator; run without it, or without --backends");
    Path echo = Home.path("packs", "echo", "profiles", "quickstart.yaml");
    refused(
        Printed.by("run", echo.toString(), "--backends=2", "--out=" + directory.resolve("out")),
        "--backend, --backends: this pack's backend receives everything in one process; leave the"
            + " option out");
  }
}
