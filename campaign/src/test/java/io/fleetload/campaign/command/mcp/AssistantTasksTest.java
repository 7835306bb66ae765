// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.campaign.Printed;
import io.fleetload.process.UsageException;
import io.fleetload.rig.Home;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tasks as a user says them, with the calls that an assistant makes of them. The last call of each
 * is of a profile without a mistake, and that asks for what the user said.
 */
class AssistantTasksTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * What the user says, the calls, and what the last one answers. A variable with a secret is PATH.
   */
  private static final String TASKS =
      """
      500 sensors report every minute to my broker at broker.example.org; test ten minutes of that
      validate {"url": "mqtt://broker.example.org", "options": {"devices": 500, "every": "60s", "for": "10m"}}
      = devices 500; flows every 1m a device

      The same over TLS, each sensor with a name of its own and all with one password
      validate {"url": "mqtts://broker.example.org", "options": {"devices": 500, "every": "60s", "user": "sensor-{index}", "password": "PATH"}}
      = devices 500

      A thousand messages a second with QoS 2 to the broker on this machine
      validate {"url": "mqtt://127.0.0.1", "options": {"devices": 200, "rate": "1000/s", "qos": 2}}
      = flows 1000/s

      200 browsers over websockets, a message every five seconds each
      validate {"url": "wss://broker.example.org/mqtt", "options": {"devices": 200, "every": "5s"}}
      = devices 200; flows every 5s a device

      Does my broker answer 99 % within 200 ms, and lose nothing?
      validate {"url": "mqtt://broker", "options": {"devices": 50, "threshold": ["flows.*.response.p99 < 200ms", "ledger.lost == 0"]}}
      = thresholds flows.*.response.p99 < 200ms, ledger.lost == 0

      Payloads of 2 KiB that the broker keeps
      validate {"url": "mqtt://broker", "options": {"size": "2KiB", "retain": true}}
      = pack mqtt

      Requests with answers, as MQTT 5 has them
      validate {"url": "mqtt://broker", "options": {"flow": "request", "protocol-version": 5}}
      = flows request

      My devices wake up at moments of their own, once in five minutes
      validate {"url": "mqtt://broker", "options": {"devices": 3000, "every": "5m", "for": "30m"}, "set": ["flows.publish.arrivals=random"]}
      = devices 3000; flows every 5m a device

      5,000 devices come back after an outage, but only 50 a second
      validate {"url": "mqtt://broker", "options": {"devices": 5000, "every": "30s", "connect-rate": "50/s"}}
      = length 50/s

      Show me how this works without any system of mine
      validate {"url": "mqtt://", "options": {"for": "10s"}}
      = target started for the run

      200 trucks report their position every ten seconds; what reaches NATS behind the platform?
      validate {"url": "jt808://127.0.0.1:7611", "options": {"devices": 200, "every": "10s", "nats": "nats://127.0.0.1:4222"}}
      = pack jt808; devices 200

      Send the drivers texts and see how long the terminals take
      validate {"url": "jt808://", "options": {"devices": 20, "flow": "alert", "command": "text"}}
      = flows alert

      How many updates a second does my Orion-LD take? Begin with 100
      validate {"url": "ngsi+http://127.0.0.1:1026", "options": {"broker": "orion-ld", "rate": "100/s"}}
      = pack ngsi; flows 100/s

      50 queries a second against my NGSI-v2 broker
      validate {"url": "ngsi+http://127.0.0.1:1026", "options": {"broker": "orion", "flow": "query", "rate": "50/s"}}
      = flows query

      A thousand neighbor rules, read 500 times a second over gRPC
      validate {"url": "arion://127.0.0.1", "options": {"rules": 1000, "rate": "500/s"}}
      = pack arion; flows 500/s

      The same with writes that are read again
      validate {"url": "arion://127.0.0.1", "options": {"rules": 1000, "flow": "write", "read-back": true}}
      = flows write

      300 CoAP sensors of tenant plant in our Hono, every 20 seconds
      validate {"url": "coaps://hono.example.org", "options": {"tenant": "plant", "kafka": "kafka.example.org:9092", "psk": "PATH", "devices": 300, "every": "20s"}}
      = pack hono; devices 300

      Alarms over MQTT to Hono, one a device and hour
      validate {"url": "hono+mqtts://hono.example.org", "options": {"tenant": "plant", "kafka": "kafka.example.org:9092", "psk": "PATH", "flow": "event", "every": "1h", "for": "2h"}}
      = flows event every 60m a device

      I want a file for Hono that I can edit
      init {"file": "hono.yaml", "pack": "hono"}
      validate {"profile": "hono.yaml", "set": ["devices.count=80"]}
      = devices 80

      Write down a night of my own broker: eight hours, 100 devices; I change it later
      init {"file": "night.yaml", "url": "mqtt://127.0.0.1", "options": {"devices": 100, "every": "30s"}}
      validate {"profile": "night.yaml", "set": ["phases.measure=8h"]}
      = devices 100; length 28802 s
      """;

  @TempDir private Path directory;

  /**
   * A task.
   *
   * @param words of the user
   * @param calls the tools with their arguments
   * @param answer what the last one says
   */
  record UserTask(String words, List<String> calls, String answer) {
    @Override
    public String toString() {
      return words;
    }
  }

  @BeforeAll
  static void beAnInstallation() {
    System.setProperty("fleetload.home", Home.root().toString());
  }

  @AfterAll
  static void beNoInstallation() {
    System.clearProperty("fleetload.home");
  }

  static Stream<UserTask> tasks() {
    return Stream.of(TASKS.split("\n\n"))
        .map(
            each -> {
              List<String> lines = each.strip().lines().toList();
              return new UserTask(
                  lines.get(0),
                  lines.subList(1, lines.size() - 1),
                  lines.get(lines.size() - 1).substring(2));
            });
  }

  @Test
  void thereAreTwentyTasks() {
    assertThat(tasks()).hasSize(20).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("tasks")
  void theCallsOfATaskLeadToAProfileThatAsksForIt(UserTask task) throws Exception {
    JsonNode last = null;
    for (String call : task.calls()) {
      String tool = call.substring(0, call.indexOf(' '));
      CallArguments arguments =
          new CallArguments(
              JSON.readValue(
                  call.substring(call.indexOf('{')), new TypeReference<Map<String, Object>>() {}));
      last = JSON.readTree(tool.equals("init") ? init(arguments) : validate(arguments));
    }
    assertThat(last).isNotNull();
    assertThat(last.path("valid").asBoolean()).isTrue();
    for (String each : task.answer().split("; ")) {
      String what = each.substring(0, each.indexOf(' '));
      assertThat(last.at("/asks/" + what).asText())
          .contains(each.substring(what.length() + 1).split(" (?=every)"));
    }
  }

  private WorkFolder folder() {
    return new WorkFolder(directory, Home.root());
  }

  private String validate(CallArguments arguments) throws Exception {
    List<String> words = new ArrayList<>(List.of("validate", "--json"));
    words.addAll(arguments.load(folder()));
    return printed(words);
  }

  /** As the tool does it, but in this process. */
  private String init(CallArguments arguments) throws Exception {
    String file = arguments.text("file");
    if (arguments.text("url") == null) {
      return printed(
          List.of(
              "init",
              "--json",
              "--pack=" + arguments.text("pack"),
              "--",
              folder().writable(file).toString()));
    }
    List<String> words = new ArrayList<>(arguments.load(folder()));
    words.add("--print-profile");
    folder().write(file, printed(words));
    return "{}";
  }

  private static String printed(List<String> words) {
    Printed printed = Printed.by(words.toArray(String[]::new));
    assertThat(printed.code()).as(printed.err()).isZero();
    return printed.out();
  }

  @Test
  void whatIsNotOfTheLoadIsRefused() throws Exception {
    for (String option : List.of("out", "running", "json", "shards", "help", "live", "Devices")) {
      assertThat(refused(Map.of("url", "echo://", "options", Map.of(option, "x"))))
          .contains("options: ", option);
    }
    assertThat(refused(Map.of())).contains("profile", "url");
    assertThat(refused(Map.of("url", "echo://", "profile", "x.yaml"))).contains("profile", "url");
    assertThat(refused(Map.of("url", "--out=x"))).contains("--out=x", "SCHEME://");
    Files.writeString(directory.resolve("x.yaml"), "");
    assertThat(refused(Map.of("profile", "x.yaml", "options", Map.of("devices", "1"))))
        .contains("options: ");
  }

  private String refused(Map<String, Object> arguments) {
    try {
      return "taken: " + new CallArguments(arguments).load(folder());
    } catch (UsageException e) {
      return e.getMessage();
    }
  }

  @Test
  void aFileElsewhereIsNeitherReadNorWritten() throws Exception {
    Path outside = Files.createTempFile("outside", ".yaml");
    Files.createSymbolicLink(directory.resolve("link.yaml"), outside);
    for (String each : List.of(outside.toString(), "link.yaml", "../" + outside.getFileName())) {
      assertThat(refused(Map.of("profile", each))).doesNotStartWith("taken");
    }
    assertThat(refused(Map.of("profile", "gone.yaml"))).contains("gone.yaml", "there");
    assertThat(refused(Map.of("profile", Home.path("profiles/quickstart.yaml").toString())))
        .startsWith("taken");
    assertThatThrownBy(() -> folder().writable("../new.yaml"))
        .hasMessageContaining(directory.toString());
    Files.delete(outside);
  }
}
