// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.foreign;

import io.fleetload.results.foreign.ForeignRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Output of wrk, or of wrk2, which counts times from when a request was due (its "recorded
 * latency").
 */
final class WrkOutput {
  private static final Pattern REQUESTS =
      Pattern.compile("(?m)^\\s*(\\d+) requests in ([\\d.]+)(us|ms|s|m|h), ");
  private static final Pattern RATE = Pattern.compile("(?m)^\\s*Requests/sec:\\s+([\\d.]+)");
  private static final Pattern BAD = Pattern.compile("(?m)^\\s*Non-2xx or 3xx responses: (\\d+)");
  private static final Pattern SOCKETS =
      Pattern.compile(
          "(?m)^\\s*Socket errors: connect (\\d+), read (\\d+), write (\\d+), timeout (\\d+)");
  private static final Pattern LATENCY =
      Pattern.compile(
          "(?m)^\\s*Latency\\s+([\\d.]+)(us|ms|s|m|h)\\s+\\S+\\s+([\\d.]+)(us|ms|s|m|h)\\s");
  private static final Pattern PERCENTILE =
      Pattern.compile("(?m)^\\s*([\\d.]+)%\\s+([\\d.]+)(us|ms|s|m|h)\\s*$");
  private static final Map<Double, String> NAMES =
      Map.of(50.0, "p50", 75.0, "p75", 90.0, "p90", 99.0, "p99", 99.9, "p999", 99.99, "p9999");
  private static final String RECORDED = "HdrHistogram - Recorded Latency";
  private static final String UNCORRECTED = "HdrHistogram - Uncorrected Latency";
  private static final String CALIBRATION = "Thread calibration:";

  private WrkOutput() {}

  static Optional<ForeignRun> read(String text) {
    Matcher requests = REQUESTS.matcher(text);
    Matcher rate = RATE.matcher(text);
    if (!text.contains("Thread Stats") || !requests.find() || !rate.find()) {
      return Optional.empty();
    }
    boolean two = text.contains(RECORDED) || text.contains(CALIBRATION);
    List<String> notes = new ArrayList<>();
    long failed = 0;
    Matcher bad = BAD.matcher(text);
    if (bad.find()) {
      failed += Long.parseLong(bad.group(1));
    }
    Matcher sockets = SOCKETS.matcher(text);
    if (sockets.find()) {
      notes.add(
          "its %s errors of connecting, reading and writing, and %s timeouts, are no requests that"
                  .formatted(
                      Long.parseLong(sockets.group(1))
                          + Long.parseLong(sockets.group(2))
                          + Long.parseLong(sockets.group(3)),
                      sockets.group(4))
              + " failed in its count");
    }
    return Optional.of(
        new ForeignRun(
            two ? "wrk2" : "wrk",
            millis(requests.group(2), requests.group(3)) / 1e3,
            null,
            Long.valueOf(requests.group(1)),
            failed,
            Double.valueOf(rate.group(1)),
            times(text),
            two,
            !two,
            null,
            List.copyOf(notes)));
  }

  private static Map<String, Double> times(String text) {
    Map<String, Double> times = new LinkedHashMap<>();
    Matcher latency = LATENCY.matcher(text);
    if (latency.find()) {
      times.put("mean", millis(latency.group(1), latency.group(2)));
      times.put("max", millis(latency.group(3), latency.group(4)));
    }
    int end = text.indexOf(UNCORRECTED);
    Matcher percentile = PERCENTILE.matcher(end < 0 ? text : text.substring(0, end));
    while (percentile.find()) {
      String name = NAMES.get(Double.valueOf(percentile.group(1)));
      if (name != null) {
        times.putIfAbsent(name, millis(percentile.group(2), percentile.group(3)));
      }
    }
    return times;
  }

  private static double millis(String number, String unit) {
    double value = Double.parseDouble(number);
    return switch (unit) {
      case "us" -> value / 1e3;
      case "ms" -> value;
      case "s" -> value * 1e3;
      case "m" -> value * 60e3;
      default -> value * 3_600e3;
    };
  }
}
