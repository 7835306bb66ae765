package io.fleetload.analysis.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.results.AmqpFailures;
import io.fleetload.results.CostParts;
import io.fleetload.results.ResultFiles;
import java.util.Map;

/** The part of the page about what the target cost: processes, and the network that they share. */
final class TargetSection {
  private final JsonNode target;

  TargetSection(JsonNode result) {
    this.target = result.path("target");
  }

  String html() {
    return Html.section(
        "target", "What the target cost", headline() + parts() + amqp() + processes() + network());
  }

  private String headline() {
    JsonNode cost = target.path("cpuSecondsPerMillionMessages");
    return cost.isNumber()
        ? "<p><strong data-figure=\"target.cpuSecondsPerMillionMessages\" data-value=\""
            + Html.escape(cost.asText())
            + "\">"
            + Printed.oneDecimal(cost)
            + "</strong> seconds of processor time for a million messages.</p>\n"
        : "";
  }

  private String parts() {
    CostParts parts = ResultFiles.part(target.path("parts"), CostParts.class);
    return parts == null ? "" : Html.note(parts.text());
  }

  private String amqp() {
    AmqpFailures amqp = ResultFiles.part(target.path("amqp"), AmqpFailures.class);
    return amqp == null || amqp.text().isEmpty()
        ? ""
        : "<p class=\"bad\" data-figure=\"target.amqp.noCredit\" data-value=\"%d\">5.03: %s.</p>\n"
            .formatted(amqp.noCredit(), Html.escape(amqp.text()));
  }

  private String processes() {
    boolean jvm = any("peakJvmMemoryMb");
    boolean dropped = any("udpDropped");
    boolean traffic = any("networkReceivedMb") || any("networkSentMb");
    Table table =
        new Table().words("process").numbers("processor time", "s").numbers("peak memory", "MB");
    if (jvm) {
      table.numbers("peak memory in the JVM", "MB");
    }
    table.numbers("garbage collection", "ms");
    if (dropped) {
      table.numbers("dropped at its sockets", "datagrams");
    }
    if (traffic) {
      table.numbers("received", "MB").numbers("sent", "MB");
    }
    int place = 0;
    for (JsonNode each : target.path("processes")) {
      String path = "target.processes." + place++ + ".";
      Table.Row row =
          table
              .row(each.path("name").asText())
              .decimal(path + "cpuSeconds", each.path("cpuSeconds"))
              .count(path + "peakRssMb", each.path("peakRssMb"));
      if (jvm) {
        row.count(path + "peakJvmMemoryMb", each.path("peakJvmMemoryMb"));
      }
      row.count(path + "gcPauseMs", each.path("gcPauseMs"));
      if (dropped) {
        row.trouble(path + "udpDropped", each.path("udpDropped"));
      }
      if (traffic) {
        row.decimal(path + "networkReceivedMb", each.path("networkReceivedMb"))
            .decimal(path + "networkSentMb", each.path("networkSentMb"));
      }
      row.end();
    }
    return table.isEmpty() ? "" : table.html();
  }

  private boolean any(String figure) {
    return target.path("processes").findValue(figure) != null;
  }

  private String network() {
    JsonNode network = target.path("network");
    Table table =
        new Table()
            .words("network interface")
            .numbers("received", "MB")
            .numbers("received", "packets")
            .numbers("sent", "MB")
            .numbers("sent", "packets")
            .numbers("dropped", "packets");
    for (Map.Entry<String, JsonNode> each : network.path("interfaces").properties()) {
      String path = "target.network.interfaces." + each.getKey() + ".";
      JsonNode traffic = each.getValue();
      long dropped = traffic.path("receiveDrops").asLong() + traffic.path("sendDrops").asLong();
      table
          .row(each.getKey())
          .decimal(path + "receivedMb", traffic.path("receivedMb"))
          .count(path + "receivedPackets", traffic.path("receivedPackets"))
          .decimal(path + "sentMb", traffic.path("sentMb"))
          .count(path + "sentPackets", traffic.path("sentPackets"))
          .number(Printed.count(dropped))
          .end();
    }
    JsonNode udp = network.path("udp");
    return table.isEmpty()
        ? ""
        : table.html()
            + Html.note(
                "Everything on the campaign's host together: the kernel does not count by process."
                    + (udp.isObject()
                        ? " UDP: %s datagrams received, %s sent, %s lost to full receive buffers."
                            .formatted(
                                Printed.count(udp.path("received")),
                                Printed.count(udp.path("sent")),
                                Printed.count(udp.path("receiveBufferErrors")))
                        : "")
                    + (network.path("tcpRetransmitted").isNumber()
                        ? " TCP: %s segments sent once more."
                            .formatted(Printed.count(network.path("tcpRetransmitted")))
                        : ""));
  }
}
