// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.view;

import io.fleetload.results.foreign.ForeignRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Output of emqtt-bench: its counters, second by second. The last line of each counts. */
public final class BenchOutput {
  private static final Pattern COUNTER =
      Pattern.compile("(?m)^\\r?((?:\\d+[smhd])+) ([a-z_]+) total=(\\d+) rate=[\\d.]+/sec\\s*$");
  private static final Pattern TIME = Pattern.compile("(\\d+)([smhd])");

  private final Map<String, Long> totals = new LinkedHashMap<>();
  private final Map<String, Long> lastSeconds = new LinkedHashMap<>();

  private BenchOutput() {}

  /** The run that an output tells of; empty for any other text. */
  public static Optional<ForeignRun> read(String text) {
    BenchOutput output = new BenchOutput();
    Matcher counter = COUNTER.matcher(text.replace('\r', '\n'));
    while (counter.find()) {
      output.totals.put(counter.group(2), Long.valueOf(counter.group(3)));
      output.lastSeconds.put(counter.group(2), seconds(counter.group(1)));
    }
    return output.totals.isEmpty() ? Optional.empty() : Optional.of(output.run());
  }

  private static long seconds(String text) {
    long seconds = 0;
    Matcher part = TIME.matcher(text);
    while (part.find()) {
      seconds +=
          Long.parseLong(part.group(1))
              * switch (part.group(2)) {
                case "s" -> 1;
                case "m" -> 60;
                case "h" -> 3_600;
                default -> 86_400;
              };
    }
    return seconds;
  }

  private ForeignRun run() {
    List<String> notes = new ArrayList<>();
    Long sent = totals.get("pub");
    Long seconds = sent == null ? null : lastSeconds.get("pub");
    if (sent != null) {
      notes.add(
          "its pub counts each message of quality 0 twice in version 0.6.2; its rate has the time of"
              + " connecting in it");
    }
    if (totals.containsKey("recv")) {
      notes.add(
          "%s messages were received; which of them were lost or came twice, it does not say"
              .formatted(totals.get("recv")));
    }
    if (totals.getOrDefault("pub_overrun", 0L) > 0) {
      notes.add(
          "%s messages left late, as those before them were under way (pub_overrun)"
              .formatted(totals.get("pub_overrun")));
    }
    notes.add(
        "its publish_latency is the mean of a second each, so it has no time of the whole run");
    return new ForeignRun(
        "emqtt-bench",
        seconds == null ? null : Double.valueOf(seconds),
        null,
        sent,
        sent == null ? null : totals.getOrDefault("pub_fail", 0L),
        sent == null || seconds == 0 ? null : Double.valueOf((double) sent / seconds),
        Map.of(),
        false,
        false,
        totals.get("connect_succ"),
        List.copyOf(notes));
  }
}
