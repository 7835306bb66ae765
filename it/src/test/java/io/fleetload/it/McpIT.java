// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.rig.Home;
import io.fleetload.rig.JavaCommand;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code loadtest mcp} with the client of the protocol's own library. */
class McpIT {
  /** What is looked at here does not depend on how busy the machine is. */
  private static final List<String> ON_ANY_HOST =
      List.of(
          "generator={maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%, maxOthers: 100%}",
          "thresholds=[ledger.lost == 0, flows.*.failed == 0, flows.*.achieved >= 0%]");

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path directory;
  private McpSyncClient client;

  private void connect(String... options) {
    List<String> command = JavaCommand.begin();
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"));
    command.addAll(List.of("-Dfleetload.home=" + Home.root(), "-jar"));
    command.addAll(List.of(Home.path("campaign/target/campaign.jar").toString(), "mcp"));
    command.addAll(List.of(options));
    ServerParameters server =
        ServerParameters.builder(command.get(0)).args(command.subList(1, command.size())).build();
    client =
        McpClient.sync(
                new StdioClientTransport(server, McpJsonDefaults.getMapper()) {
                  @Override
                  protected ProcessBuilder getProcessBuilder() {
                    return new ProcessBuilder().directory(directory.toFile());
                  }
                })
            .requestTimeout(Duration.ofMinutes(3))
            .initializationTimeout(Duration.ofMinutes(2))
            .build();
    var unused = client.initialize();
  }

  @AfterEach
  void disconnect() {
    if (client != null) {
      client.close();
    }
  }

  private McpSchema.CallToolResult call(String tool, Map<String, Object> arguments) {
    return client.callTool(McpSchema.CallToolRequest.builder(tool).arguments(arguments).build());
  }

  private JsonNode done(String tool, Map<String, Object> arguments) throws Exception {
    McpSchema.CallToolResult result = call(tool, arguments);
    JsonNode document = JSON.valueToTree(result.structuredContent());
    assertThat(result.isError()).as(document.toString()).isFalse();
    assertThat(JSON.readTree(text(result))).isEqualTo(document);
    return document;
  }

  private String refused(String tool, Map<String, Object> arguments) {
    McpSchema.CallToolResult result = call(tool, arguments);
    assertThat(result.isError()).as(text(result)).isTrue();
    return text(result);
  }

  private static String text(McpSchema.CallToolResult result) {
    return ((McpSchema.TextContent) result.content().get(0)).text();
  }

  private static Map<String, Object> echo(String length) {
    return Map.of(
        "url",
        "echo://",
        "options",
        Map.of("devices", 20, "rate", "50/s", "for", length),
        "set",
        ON_ANY_HOST);
  }

  @Test
  void anAssistantGetsFromAProfileToAVerdictAndComparesIt() throws Exception {
    connect();
    assertThat(client.listTools().tools())
        .extracting(McpSchema.Tool::name)
        .containsExactlyInAnyOrder(
            "explain",
            "init",
            "validate",
            "run",
            "find-limit",
            "status",
            "stop",
            "report",
            "compare",
            "history");

    JsonNode written = done("init", Map.of("file", "mine.yaml", "pack", "echo"));
    assertThat(written.path("next").asText()).contains("validate", "mine.yaml");
    assertThat(directory.resolve("mine.yaml")).exists();
    Map<String, Object> wrong = Map.of("profile", "mine.yaml", "set", List.of("devices.cuont=5"));
    Printed onTerminal =
        Printed.loadtest(
            List.of(
                "validate", directory.resolve("mine.yaml").toString(), "--set=devices.cuont=5"));
    assertThat(onTerminal.code()).isEqualTo(2);
    assertThat(refused("validate", wrong)).isEqualTo(onTerminal.err().strip());
    JsonNode valid = done("validate", Map.of("profile", "mine.yaml"));
    assertThat(valid.path("exitCode").asInt()).isZero();
    assertThat(valid.at("/result/asks/pack").asText()).isEqualTo("echo");

    JsonNode begun = done("run", echo("3s"));
    assertThat(begun.path("running").asBoolean()).isTrue();
    JsonNode end = done("status", Map.of("wait", 50));
    for (int i = 0; i < 4 && end.path("running").asBoolean(); i++) {
      end = done("status", Map.of("run", begun.path("run").asText(), "wait", 50));
    }
    assertThat(end.path("status").asText()).as(end.toString()).isEqualTo("passed");
    assertThat(end.path("exitCode").asInt()).isZero();
    assertThat(end.path("lines").toString()).contains("PASSED");

    JsonNode report = done("report", Map.of());
    assertThat(report.at("/result/verdict/status").asText()).isEqualTo("passed");
    assertThat(report.at("/result/figures").findValuesAsText("figure"))
        .contains("flows.echo.sent", "flows.echo.response.p99", "ledger.lost");
    String run = begun.at("/asked/directory").asText();
    assertThat(run).startsWith("results");
    JsonNode few = done("report", Map.of("run", run, "figures", List.of("flows.echo.service")));
    assertThat(few.at("/result/figures").findValuesAsText("figure"))
        .isNotEmpty()
        .allMatch(each -> each.startsWith("flows.echo.service"));
    JsonNode compared = done("compare", Map.of("a", List.of(run), "b", List.of(run)));
    assertThat(compared.path("exitCode").asInt()).as(compared.toString()).isIn(0, 5);
    assertThat(done("history", Map.of()).path("exitCode").asInt()).isIn(0, 5);
    assertThat(done("explain", Map.of("word", "flows.echo.response.p99")).toString())
        .contains("response p99");

    assertThat(read("loadtest://exit-codes")).contains("generator-limited");
    assertThat(read("loadtest://schema/mqtt/profile")).contains("\"properties\"");
    assertThat(read("loadtest://results")).contains(run);
    assertThat(read("loadtest://" + run + "/result.json")).contains("\"verdict\"");
    assertThatThrownBy(() -> read("loadtest://results/../mine.yaml"))
        .hasMessageContaining("mine.yaml");
  }

  private String read(String uri) {
    McpSchema.ReadResourceResult result =
        client.readResource(McpSchema.ReadResourceRequest.builder(uri).build());
    return ((McpSchema.TextResourceContents) result.contents().get(0)).text();
  }

  @Test
  void anAssistantSearchesALimitWithinTheTimeThatItHas() throws Exception {
    connect("--longest", "2m");
    done("init", Map.of("file", "mine.yaml", "pack", "echo"));
    assertThat(
            refused(
                "find-limit",
                Map.of(
                    "profile", "mine.yaml", "set", List.of("findLimit={from: 50/s, to: 5000/s}"))))
        .contains("findLimit: ", "2m");
    List<String> set = new ArrayList<>(ON_ANY_HOST);
    set.add(
        "findLimit={from: 50/s, to: 100/s, step: 100%, resolution: 100%, repeats: 0, probe: 2s,"
            + " settle: 1s, warmUp: 0s}");
    JsonNode begun = done("find-limit", Map.of("profile", "mine.yaml", "set", set));
    assertThat(begun.at("/asked/runs").asInt()).isEqualTo(2);
    JsonNode end = done("status", Map.of("wait", 50));
    for (int i = 0; i < 4 && end.path("running").asBoolean(); i++) {
      end = done("status", Map.of("wait", 50));
    }
    assertThat(end.path("exitCode").asInt()).as(end.toString()).isZero();
    assertThat(end.at("/limit/probes").size()).isPositive();
    String results = begun.at("/asked/directory").asText();
    assertThat(read("loadtest://" + results + "/limit.json")).contains("\"probes\"");
    assertThat(done("report", Map.of("run", results + "/probe-01")).at("/result/run").asText())
        .isEqualTo("echo");
  }

  @Test
  void whatTheUserDidNotAllowIsRefusedAndARunEndsWithItsClient() throws Exception {
    connect("--longest", "2m", "--allow", "198.51.100.2");
    assertThat(refused("run", Map.of("url", "echo://198.51.100.1")))
        .contains("198.51.100.1", "198.51.100.2");
    assertThat(refused("run", echo("5m"))).contains("--for", "2m");
    assertThat(refused("run", Map.of("url", "echo://", "options", Map.of("out", "/tmp/x"))))
        .contains("out");
    assertThat(refused("status", Map.of())).contains("start a run");

    done("run", echo("100s"));
    assertThat(refused("run", echo("3s"))).contains("wait for run");
    assertThat(refused("report", Map.of())).contains("wait for run");
    JsonNode stopped = done("stop", Map.of());
    assertThat(stopped.path("running").asBoolean()).as(stopped.toString()).isFalse();
    assertThat(stopped.path("status").asText()).isEqualTo("interrupted");

    JsonNode begun = done("run", echo("100s"));
    Path result = directory.resolve(begun.at("/asked/directory").asText()).resolve("result.json");
    for (int i = 0; i < 60 && !progressed(); i++) {
      done("status", Map.of("wait", 1));
    }
    List<ProcessHandle> family = new ArrayList<>();
    ProcessHandle.current()
        .children()
        .filter(each -> each.info().commandLine().orElse("").contains("campaign.jar mcp"))
        .filter(each -> each.info().commandLine().orElse("").contains("198.51.100.2"))
        .forEach(
            each -> {
              family.add(each);
              each.descendants().forEach(family::add);
            });
    assertThat(family).hasSizeGreaterThan(2);
    client.close();
    for (ProcessHandle each : family) {
      var unused = each.onExit().get(2, TimeUnit.MINUTES);
    }
    assertThat(JSON.readTree(Files.readString(result)).at("/verdict/status").asText())
        .isEqualTo("interrupted");
  }

  @Test
  void noOtherCommandLoadsTheProtocolsLibrary() throws Exception {
    Path loaded = directory.resolve("loaded.txt");
    try (CommandRun run =
        CommandRun.loadtest(
            List.of("-Xlog:class+load:file=" + loaded),
            List.of("validate", "echo://", "--devices=5"))) {
      assertThat(run.exit()).as(run.out() + run.err()).isZero();
    }
    assertThat(Files.readString(loaded))
        .contains("io.fleetload.campaign.command.ValidateCommand")
        .doesNotContain(" io.modelcontextprotocol.", " reactor.");
  }

  private boolean progressed() throws Exception {
    return done("status", Map.of()).at("/devices/flows/echo/reached").asDouble() > 0;
  }
}
