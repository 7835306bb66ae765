// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.arion.embedded.schema.ArionWingRequest;
import io.fleetload.arion.embedded.schema.HostRequest;
import io.fleetload.arion.embedded.schema.NeighborRule;
import io.fleetload.arion.embedded.service.Methods;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** With all of Arion's faults the server answers and announces as Arion does, byte for byte. */
class RecordedExchangesTest {
  private static final String WRITE = "080112027231";
  private static final Pattern WATCH = Pattern.compile("watch group=(\\w+) rev=(\\d+): (.*)");
  private static final Pattern TOLD =
      Pattern.compile("\\(\\d+, (\\d), '([^']+)', (\\d+), '(\\w+)'\\)");

  private ServerInTest server;
  private Client client;

  @BeforeEach
  void start() throws Exception {
    server = new ServerInTest(ServerInTest.AS_ARION);
    client = server.client();
  }

  @AfterEach
  void end() {
    client.close();
    server.close();
  }

  @Test
  void unaryRequests() throws Exception {
    List<String> lines = recorded();
    List<String> happened = new ArrayList<>();
    for (String line : lines) {
      if (line.startsWith("  >")) {
        happened.add(line);
        happened.add(("  < " + answer(line.substring(4))).stripTrailing());
      } else if (line.contains("StatusCode")) {
        String status = client.unary(Methods.READ, hex(failing(line)));
        happened.add(line.replaceAll("StatusCode.*", "") + status);
      } else if (!line.startsWith("  <")) {
        happened.add(line);
      }
    }
    assertThat(happened).isEqualTo(lines);
  }

  @Test
  void watches() throws Exception {
    Stream<ArionWingRequest, NeighborRule> first = client.watch("nobody", 0);
    List<String> told = new ArrayList<>();
    boolean changing = false;
    for (String line : recorded()) {
      Matcher watch = WATCH.matcher(line);
      if (line.startsWith("during watch") && !changing) {
        changing = true;
        first = client.watch("group1", 0);
        told.addAll(inShort(first.next(4)));
      } else if (line.startsWith("  >")) {
        answer(line.substring(4));
      } else if (watch.matches() && line.contains("group1 rev=0")) {
        told.addAll(inShort(first.next(2)));
        assertThat(told).isEqualTo(recorded(watch));
        nothingMoreComes(first, "group1");
      } else if (watch.matches()) {
        var late = client.watch(watch.group(1), Long.parseLong(watch.group(2)));
        List<String> expected = recorded(watch);
        assertThat(inShort(late.next(expected.size()))).as(line).isEqualTo(expected);
        nothingMoreComes(late, watch.group(1));
      }
    }
  }

  private String answer(String sent) {
    return client.unary(sent.startsWith(WRITE) ? Methods.WRITE : Methods.READ, sent);
  }

  /** Before the announcement of another rule, which is then deleted, in silence. */
  private void nothingMoreComes(Stream<ArionWingRequest, NeighborRule> watch, String group)
      throws InterruptedException {
    client.write(Messages.write(Messages.create("10.3.3.3", group)));
    assertThat(watch.next().getIp()).isEqualTo("10.3.3.3");
    client.write(Messages.write(Messages.delete("10.3.3.3", group)));
  }

  /** A request of which the recording has only the status. */
  private static HostRequest failing(String line) {
    return switch (line.split("  ", 2)[0]) {
      case "deleted" -> Messages.read("10.1.1.2");
      case "unknown ip" -> Messages.read("10.9.9.9");
      case "hit and miss in one" -> Messages.read("10.1.1.1", "10.9.9.9");
      case "other vni" -> {
        HostRequest.Builder other = Messages.read("10.1.1.1").toBuilder();
        other.getStateRequestsBuilder(0).setTunnelId(Messages.TUNNEL + 1);
        yield other.build();
      }
      default -> throw new AssertionError(line);
    };
  }

  private static String hex(HostRequest request) {
    return HexFormat.of().formatHex(request.toByteArray());
  }

  private static List<String> inShort(List<NeighborRule> rules) {
    return rules.stream()
        .map(it -> inShort(it.getOperationTypeValue(), it.getIp(), it.getVersion()))
        .toList();
  }

  private static String inShort(int type, String ip, long version) {
    return "%d %s v%d".formatted(type, ip, version);
  }

  /** In the order of the versions: Arion sends what is there in no order. */
  private static List<String> recorded(MatchResult watch) {
    return TOLD.matcher(watch.group(3))
        .results()
        .sorted(Comparator.comparing(it -> Long.valueOf(it.group(3))))
        .map(it -> inShort(Integer.parseInt(it.group(1)), it.group(2), Long.parseLong(it.group(3))))
        .toList();
  }

  private static List<String> recorded() throws Exception {
    try (InputStream in = RecordedExchangesTest.class.getResourceAsStream("recorded.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .toList();
    }
  }
}
