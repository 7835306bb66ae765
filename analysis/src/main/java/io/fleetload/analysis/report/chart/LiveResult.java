// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import java.util.Iterator;
import java.util.List;

/**
 * A run that goes on, as a result without what only its end can tell. The two books on disk are of
 * different moments, and messages are under way between them: compared now, every one of those
 * would look lost, or received without having been sent. A result says nothing of the kind until
 * the backend has read everything, and thresholds are judged at the end.
 *
 * <p>Newer than the books is {@code now}, what the tools said in the last second: {@code phase},
 * {@code secondsLeft} and {@code phaseSeconds} of it; {@code said}, the last sentence; {@code
 * devicesAsked}, {@code devicesConnected}; {@code received} and {@code lateOrLost} at the backend;
 * {@code flows}, each with {@code asked}, {@code reached}, {@code p99Ms}, {@code failed} and {@code
 * inFlight}.
 */
public final class LiveResult {
  public static final String STATUS = "running";
  static final String NOW = "now";

  private LiveResult() {}

  /**
   * Returns the result of a run that goes on, from its books so far.
   *
   * @param device the device side's book at this moment
   * @param backend the backend's book at this moment, or null if it does not exist yet
   * @param about the profile, the versions and the host of the run
   * @param now the last reports of the tools
   */
  public static ObjectNode of(
      DeviceBook device, BackendBook backend, Result.About about, ObjectNode now) {
    ObjectNode result =
        (ObjectNode) ResultFiles.tree(Result.join(device, backend, List.of()).with(about));
    result.remove(List.of("worstDevices", "thresholds"));
    for (JsonNode flow : result.path("flows")) {
      if (device.timeline().measuredSeconds() <= 0) {
        // A rate of 0 before the first rate would read as one that fell short.
        ((ObjectNode) flow).remove(List.of("reached", "achieved"));
      }
      withoutTheSecondUnderWay(flow.path("perSecond"));
    }
    return running(result, now);
  }

  /**
   * A run that has no book yet.
   *
   * @param name the profile's {@code run.name}
   * @param now what the tools said last
   */
  public static ObjectNode of(String name, ObjectNode now) {
    return running(JsonNodeFactory.instance.objectNode().put("run", name), now);
  }

  private static ObjectNode running(ObjectNode result, ObjectNode now) {
    result.putObject("verdict").put("status", STATUS);
    result.set(NOW, now);
    return result;
  }

  public static boolean is(JsonNode result) {
    return result.at("/verdict/status").asText().equals(STATUS);
  }

  public static boolean isDraining(JsonNode result) {
    return result.path(NOW).path("phase").asText().equals("drain");
  }

  /** Returns the time of the present phase that has passed, in s. */
  public static double passedSeconds(JsonNode result) {
    double whole = result.path(NOW).path("phaseSeconds").asDouble();
    double left = result.path(NOW).path("secondsLeft").asDouble();
    return Math.max(0, Math.min(whole, whole - left));
  }

  /** The rest of the sentence that begins with RUNNING. */
  public static String sentence(JsonNode result) {
    JsonNode now = result.path(NOW);
    String phase = now.path("phase").asText(now.path("said").asText("starting"));
    return phase
        + (now.path("secondsLeft").isNumber()
            ? ", "
                + FigureFormat.duration(Math.ceil(now.path("secondsLeft").asDouble()))
                + (isDraining(result) ? " left at most" : " left")
            : "")
        + ". The verdict comes at the end. Until then this page judges neither thresholds nor the"
        + " ledger.";
  }

  /** A second that is half over would look like half the rate. */
  private static void withoutTheSecondUnderWay(JsonNode courses) {
    for (Iterator<JsonNode> each = courses.elements(); each.hasNext(); ) {
      JsonNode course = each.next();
      if (course instanceof ArrayNode values && !values.isEmpty()) {
        values.remove(values.size() - 1);
      } else if (course.isObject()) {
        withoutTheSecondUnderWay(course);
      }
    }
  }
}
