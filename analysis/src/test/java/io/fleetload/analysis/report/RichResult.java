// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.FlowTerms;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.book.RunTimeline;
import io.fleetload.results.health.GeneratorBook;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.PerSecond;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A result with every part that a page can have: the figures of a real run of 5 minutes, and beside
 * them courses, troubles and costs made up from a fixed seed.
 */
public final class RichResult {
  static final int MEASURED_FROM = 120;
  private static final int SECONDS = 421;
  private static final ObjectMapper JSON = new ObjectMapper();

  private RichResult() {}

  /** The figures of the real run without the course of it. */
  public static ObjectNode plain() {
    try (InputStream in = RichResult.class.getResourceAsStream("hono-test-2.json")) {
      return (ObjectNode) JSON.readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static ObjectNode tree() {
    return tree(SECONDS);
  }

  /** A run whose courses have that many seconds. */
  static ObjectNode tree(int seconds) {
    Random random = new Random(7);
    ObjectNode result = plain();
    result.put("firstMeasuredSecond", MEASURED_FROM);
    result
        .path("flows")
        .properties()
        .forEach(each -> courses((ObjectNode) each.getValue(), seconds, random));
    troubles(result);
    connections((ObjectNode) result.path("devices"));
    for (JsonNode flow : result.path("flows")) {
      ObjectNode cold = ((ObjectNode) flow).putObject("cold");
      cold.put("count", 2_500).put("ok", 2_498).put("failed", 2);
      cold.putObject("failedBy").put("transport.timeout", 2);
      cold.set("response", summary(3 * flow.at("/response/p50").asDouble(), 2_498));
    }
    ObjectNode legs = ((ObjectNode) result.path("commands")).putObject("legs");
    String[] names = {
      "queryToBackend", "backendToCommand", "commandToDevice", "deviceToAnswer", "answerToBackend"
    };
    double[] means = {2.1, 0.3, 5.4, 0.2, 1.4};
    for (int i = 0; i < names.length; i++) {
      legs.set(names[i], summary(means[i], 180_000));
    }
    legs.set("whole", summary(9.4, 180_000));
    // The slowest of one leg are seldom the slowest of the next.
    ((ObjectNode) legs.path("whole")).put("p99", 44.7);
    result.putObject("clock").put("offsetMs", 0.021).put("uncertaintyMs", 0.4).put("samples", 312);
    ArrayNode worst = result.putArray("worstDevices");
    for (int i = 0; i < 4; i++) {
      worst
          .addObject()
          .put("device", "device-" + (17 + i * 311))
          .put("failed", 9 - i)
          .put("lost", i == 0 ? 3 : 0)
          .put("duplicate", 0)
          .put("outOfOrder", i);
    }
    ObjectNode target = result.putObject("target");
    ArrayNode processes = target.putArray("processes");
    process(processes, "coap-adapter", 184.2, 612, 903);
    process(processes, "command-router", 61.7, 388, 214);
    process(processes, "kafka", 97.3, 1_204, 455);
    target.put("cpuSecondsPerMillionMessages", 476.7);
    generator((ObjectNode) result.path("generator"), seconds, random);
    result.putObject("profile").putObject("run").put("name", "hono-test-2").put("seed", 42);
    result.putObject("versions").put("tool", "0.1.0").put("java", "17.0.12").put("os", "Linux");
    result.putObject("host").put("cpus", 4).put("memoryMb", 15_990);
    return result;
  }

  private static void troubles(ObjectNode result) {
    ObjectNode telemetry = (ObjectNode) result.at("/flows/telemetry");
    telemetry.put("sent", 179_640).put("ok", 178_010).put("failed", 1_622).put("unsettled", 8);
    telemetry.put("reached", 598.8).put("achieved", 0.998);
    telemetry.put("notSent", 360).putObject("notSentBy").put("deviceBusy", 360);
    telemetry
        .putObject("failedBy")
        .put("transport.timeout", 1_210)
        .put("protocol.5.03", 400)
        .put("transport.reset", 12);
    ((ObjectNode) telemetry.path("ledger")).put("delivered", 178_007).put("lost", 3);
    ((ObjectNode) result.path("ledger")).put("delivered", 718_007).put("lost", 3);
    for (JsonNode threshold : result.path("thresholds")) {
      switch (threshold.path("figure").asText()) {
        case "ledger.lost" -> ((ObjectNode) threshold).put("found", 3.0).put("held", false);
        case "flows.telemetry.failed" ->
            ((ObjectNode) threshold).put("found", 1_622.0).put("held", false);
        case "flows.telemetry.achieved" -> ((ObjectNode) threshold).put("found", 0.998);
        default -> {}
      }
    }
    ((ObjectNode) result.path("verdict")).put("status", "thresholds-crossed").put("exitCode", 1);
    ObjectNode failedBy = ((ObjectNode) telemetry.path("perSecond")).putObject("failedBy");
    spread(failedBy.putArray("transport.timeout"), result, 1_210, 240, 290);
    spread(failedBy.putArray("protocol.5.03"), result, 400, 255, 275);
    spread(failedBy.putArray("transport.reset"), result, 12, 130, 142);
  }

  /** 100 sessions a second; in the 40th second half of them end, and begin anew. */
  private static void connections(ObjectNode devices) {
    ObjectNode all = devices.putObject("handshakes");
    all.put("attempted", 3_754).put("succeeded", 3_750).put("failed", 4);
    ObjectNode perSecond = all.putObject("perSecond");
    ArrayNode begun = perSecond.putArray("begun");
    ArrayNode succeeded = perSecond.putArray("succeeded");
    ArrayNode failed = perSecond.putArray("failed");
    ArrayNode ended = perSecond.putArray("ended");
    ArrayNode timeouts = perSecond.putObject("failedBy").putArray("transport.timeout");
    for (int second = 0; second < 60; second++) {
      long went = second < 25 ? 100 : second >= 41 && second < 53 ? 104 : 0;
      begun.add(went);
      succeeded.add(went);
      ended.add(second == 40 ? 1_248 : 0);
      failed.add(second == 42 ? 4 : 0);
      timeouts.add(second == 42 ? 4 : 0);
    }
  }

  private static void spread(ArrayNode course, ObjectNode result, int total, int from, int to) {
    int length = result.at("/flows/telemetry/perSecond/sent").size();
    for (int i = 0; i < length; i++) {
      int before = total * Math.max(0, Math.min(i - from, to - from)) / (to - from);
      int until = total * Math.max(0, Math.min(i + 1 - from, to - from)) / (to - from);
      course.add(until - before);
    }
  }

  private static void courses(ObjectNode flow, int seconds, Random random) {
    ObjectNode perSecond = flow.putObject("perSecond");
    ArrayNode scheduled = perSecond.putArray("scheduled");
    ArrayNode sent = perSecond.putArray("sent");
    ArrayNode ok = perSecond.putArray("ok");
    ArrayNode failed = perSecond.putArray("failed");
    ArrayNode again = perSecond.putArray("retransmitted");
    ObjectNode response = perSecond.putObject("responseMs");
    ArrayNode p50 = response.putArray("p50");
    ArrayNode p90 = response.putArray("p90");
    ArrayNode p99 = response.putArray("p99");
    ArrayNode max = response.putArray("max");
    double base = flow.at("/response/p50").asDouble();
    for (int i = 0; i < seconds; i++) {
      int due = i >= seconds - 1 ? 0 : Math.min(600, 5 + 10 * i);
      scheduled.add(due);
      sent.add(i > 255 && i < 275 ? due - 80 : Math.max(0, due + random.nextInt(3) - 1));
      ok.add(due);
      failed.add(0);
      again.add(random.nextInt(20) == 0 ? 1 : 0);
      if (i >= seconds - 1) {
        List.of(p50, p90, p99, max).forEach(ArrayNode::addNull);
        continue;
      }
      double middle = base * (1 + random.nextDouble() * 0.3) * (i > 240 && i < 290 ? 6 : 1);
      p50.add(middle);
      p90.add(middle * (2 + random.nextDouble()));
      p99.add(middle * (6 + 8 * random.nextDouble()));
      max.add(middle * (15 + (random.nextInt(30) == 0 ? 800 : 30) * random.nextDouble()));
    }
  }

  private static void generator(ObjectNode generator, int seconds, Random random) {
    ObjectNode perSecond = generator.putObject("perSecond");
    ArrayNode lagP99 = perSecond.putArray("lagP99Ms");
    ArrayNode lag = perSecond.putArray("lagMaxMs");
    ArrayNode delay = perSecond.putArray("loopDelayMaxMs");
    ArrayNode cpu = perSecond.putArray("cpu");
    ArrayNode thread = perSecond.putArray("threadCpu");
    ArrayNode stolen = perSecond.putArray("stolen");
    for (int i = 0; i < seconds; i++) {
      lagP99.add(0.5 + random.nextDouble());
      lag.add(1 + random.nextDouble() * (random.nextInt(40) == 0 ? 60 : 2));
      delay.add(random.nextDouble() * 3);
      thread.add(0.01 + random.nextDouble() * 0.03);
      stolen.add(random.nextDouble() * 0.02);
      cpu.add(Math.min(0.3, 0.005 * i) + random.nextDouble() * 0.05);
    }
  }

  private static void process(ArrayNode all, String name, double cpu, int rss, int gc) {
    all.addObject()
        .put("name", name)
        .put("cpuSeconds", cpu)
        .put("peakRssMb", rss)
        .put("gcPauseMs", gc);
  }

  private static JsonNode summary(double mean, long count) {
    ObjectNode summary = JSON.createObjectNode();
    summary.put("count", count).put("min", mean / 5).put("mean", mean).put("p50", mean * 0.8);
    summary.put("p75", mean * 1.2).put("p90", mean * 2).put("p95", mean * 3).put("p99", mean * 7);
    summary.put("p999", mean * 20).put("p9999", mean * 60).put("max", mean * 90);
    return summary;
  }

  /** The device side's book of it, with whole distributions. */
  static DeviceBook book() {
    Random random = new Random(11);
    Map<String, DeviceBook.DeviceFlow> flows = new LinkedHashMap<>();
    plain()
        .path("flows")
        .properties()
        .forEach(each -> flows.put(each.getKey(), flow(each.getValue(), random)));
    return new DeviceBook(
        DeviceBook.VERSION,
        plain().path("runId").asText(),
        "hono-test-2",
        true,
        null,
        RunTimeline.of(300, List.of()),
        new DeviceBook.FleetCounts(0, 0, 0, Map.of(), 0, new LatencyHistogram(), null, null, null),
        flows,
        null,
        GeneratorBook.of(
            new GeneratorHealth(new LatencyHistogram().summary(), 100, 0, 0, List.of())));
  }

  private static DeviceBook.DeviceFlow flow(JsonNode figures, Random random) {
    LatencyHistogram response = new LatencyHistogram();
    LatencyHistogram service = new LatencyHistogram();
    double median = figures.at("/response/p50").asDouble() * 1e6;
    for (int i = 0; i < 60_000; i++) {
      double value = median * Math.exp(random.nextGaussian() * 0.9);
      service.record((long) value);
      response.record((long) (value + random.nextDouble() * median / 2));
    }
    return new DeviceBook.DeviceFlow(
        FlowTerms.rate(null),
        new FlowNumbers(0, 0, null),
        new FlowTotals(FlowCounts.NONE, FlowCounts.NONE, response, service, null, 0),
        new MessageSet(),
        new MessageSet(),
        new MessageSet(),
        new PerSecond(List.of(), List.of(), List.of(), List.of(), List.of(), Map.of(), null),
        null,
        null);
  }
}
