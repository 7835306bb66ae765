// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Holds what a run says to what is in Kafka. Who sent and who was confirmed only the devices know,
 * so their sets are taken from their book; all else is compared.
 */
final class Audit {
  private final RunFiles said;
  private final Arrived arrived;
  private final List<String> findings = new ArrayList<>();
  private long lost;
  private long failed;
  private long duplicate;
  private long unsettled;

  private Audit(RunFiles said, Arrived arrived) {
    this.said = said;
    this.arrived = arrived;
  }

  /**
   * Compares.
   *
   * @return what is wrong, a sentence each; empty where all is as it is said
   */
  static List<String> findings(RunFiles said, Arrived arrived) throws IOException {
    Audit audit = new Audit(said, arrived);
    for (Map.Entry<String, JsonNode> flow : said.result().path("flows").properties()) {
      audit.flow(flow.getKey(), flow.getValue());
    }
    audit.strangers();
    if (said.isComplete()) {
      audit.commands();
    }
    audit.verdict();
    return audit.findings;
  }

  private void flow(String name, JsonNode flow) throws IOException {
    JsonNode book = said.devices().at("/flows/" + name);
    int from = book.path("measuredFrom").asInt();
    int to = book.path("measuredTo").asInt();
    NavigableSet<Integer> sent = RunFiles.numbers(book.path("sent")).subSet(from, true, to, false);
    NavigableSet<Integer> ok = RunFiles.numbers(book.path("ok")).subSet(from, true, to, false);
    Arrived.Flow there = arrived.flow(name);
    NavigableSet<Integer> seen = there.numbers().subSet(from, true, to, false);

    counts(name, flow, sent, ok);
    NavigableSet<Integer> neverCame = minus(ok, seen);
    lost += neverCame.size();
    duplicate += there.duplicate();
    JsonNode ledger = flow.path("ledger");
    if (!said.isComplete()) {
      if (ledger.path("lost").asLong() > neverCame.size()) {
        findings.add(name + ": says " + ledger.path("lost") + " lost, of which Kafka has some");
      }
      return;
    }
    NavigableSet<Integer> unconfirmed = minus(seen, ok);
    equal(name, ledger, "lost", neverCame.size(), neverCame);
    equal(name, ledger, "delivered", ok.size() - neverCame.size(), List.of());
    equal(name, ledger, "deliveredUnconfirmed", unconfirmed.size(), unconfirmed);
    equal(name, ledger, "duplicate", there.duplicate(), List.of());
    equal(name, ledger, "outOfOrder", there.outOfOrder(), List.of());
    equal(name, ledger, "unaccounted", 0, List.of());
    NavigableSet<Integer> neverSent = minus(seen, sent);
    if (!neverSent.isEmpty()) {
      findings.add(name + ": in Kafka and never sent: " + neverSent);
    }
  }

  private void counts(
      String name, JsonNode flow, NavigableSet<Integer> sent, NavigableSet<Integer> ok) {
    long open = flow.path("unsettled").asLong() + flow.path("inFlight").asLong();
    failed += flow.path("failed").asLong();
    unsettled += open;
    if (flow.path("scheduled").asLong()
        != flow.path("sent").asLong() + flow.path("notSent").asLong()) {
      findings.add(name + ": scheduled is not sent and notSent: " + flow);
    }
    if (flow.path("sent").asLong()
        != flow.path("ok").asLong() + flow.path("failed").asLong() + open) {
      findings.add(name + ": sent is not ok, failed and unsettled: " + flow);
    }
    if (flow.path("sent").asLong() != sent.size() || flow.path("ok").asLong() != ok.size()) {
      findings.add(name + ": says sent and ok otherwise than its book: " + flow);
    }
  }

  private void strangers() {
    if (arrived.foreign() + arrived.unstamped() > 0) {
      findings.add(
          "in Kafka are "
              + (arrived.foreign() + arrived.unstamped())
              + " records that are not of the run");
    }
    // Devices that were killed before their first book say nothing of any flow.
    if (said.devices().path("flows").isEmpty() && !said.devices().path("complete").asBoolean()) {
      return;
    }
    for (String flow : arrived.flows()) {
      if (said.devices().at("/flows/" + flow).isMissingNode()) {
        findings.add("in Kafka are records of " + flow + ", which no device sends");
      }
    }
  }

  private void commands() throws IOException {
    JsonNode commands = said.result().path("commands");
    if (commands.isMissingNode()) {
      return;
    }
    JsonNode query = said.devices().at("/flows/commandQuery");
    int from = query.path("measuredFrom").asInt();
    int to = query.path("measuredTo").asInt();
    NavigableSet<Integer> written = within(arrived.commands(), from, to);
    NavigableSet<Integer> acknowledged =
        within(
            RunFiles.numbers(said.backend().at("/flows/commandQuery/commands/written")), from, to);
    long unknown = commands.path("writeUnknown").asLong();
    NavigableSet<Integer> unacknowledged = minus(written, acknowledged);
    if (unacknowledged.size() > unknown + commands.path("writeFailed").asLong()) {
      findings.add("commands in Kafka that the backend does not know: " + unacknowledged);
    }
    equal("commands", commands, "written", acknowledged.size(), List.of());
    NavigableSet<Integer> neverWritten = minus(acknowledged, written);
    if (!neverWritten.isEmpty()) {
      findings.add("commands that are written only in the books: " + neverWritten);
    }
    equal(
        "commands",
        commands,
        "queriesReceived",
        within(arrived.flow("commandQuery").numbers(), from, to).size(),
        List.of());
    equal(
        "commands",
        commands,
        "answersSeen",
        within(arrived.flow("commandResponse").numbers(), from, to).size(),
        List.of());
    // Hono may say so after the end of the run.
    if (commands.path("refused").asLong() > within(arrived.refused(), from, to).size()) {
      findings.add("commands: says " + commands.path("refused") + " refused, Kafka has fewer");
    }
    equal("commands", commands, "unaccounted", 0, List.of());
  }

  private void verdict() {
    String status = said.status();
    if (status.equals("passed") && lost + failed + duplicate + unsettled > 0) {
      findings.add(
          "passed, with %d lost, %d failed, %d duplicate, %d unsettled"
              .formatted(lost, failed, duplicate, unsettled));
    }
    if (status.equals("thresholds-crossed") && lost + failed + duplicate + unsettled == 0) {
      findings.add("crossed, though every message arrived once and was confirmed");
    }
    if (status.equals("ledger-unbalanced")) {
      findings.add("unbalanced: " + said.result().at("/verdict/reasons"));
    }
  }

  private void equal(String of, JsonNode node, String figure, long there, Object which) {
    if (node.path(figure).asLong() != there) {
      findings.add(
          "%s: says %s %s, Kafka has %d %s".formatted(of, node.path(figure), figure, there, which));
    }
  }

  private static NavigableSet<Integer> within(NavigableSet<Integer> all, int from, int to) {
    return all.subSet(from, true, to, false);
  }

  private static NavigableSet<Integer> minus(
      NavigableSet<Integer> all, NavigableSet<Integer> others) {
    NavigableSet<Integer> rest = new TreeSet<>(all);
    rest.removeAll(others);
    return rest;
  }
}
