// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.backend;

import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The broker's own count of the messages that it dropped because a queue was full. A broker
 * acknowledges them all the same. One thread reads it and another writes it.
 */
final class Drops {
  /**
   * Topic in which mosquitto and others tell it, every 10 s where nothing else is set. Mosquitto
   * does so only where the number changed, and forgets what it said a minute before.
   */
  static final String TOPIC = "$SYS/broker/publish/messages/dropped";

  /** Topic in which they say each time that they are there; the numbers come right behind it. */
  static final String UPTIME = "$SYS/broker/uptime";

  private static final long BEHIND_UPTIME_NANOS = 200_000_000L;

  /** A little more than two of those times. */
  static final long LONGEST_NANOS = 21_000_000_000L;

  /** The counters of the embedded broker, of HiveMQ and of EMQX in Prometheus' format. */
  private static final Pattern COUNTERS =
      Pattern.compile(
          "(?m)^(?:mqtt_messages_dropped_by_reason_total\\{reason=\"[a-z_]*queue_is_full\"}"
              + "|com_hivemq_messages_dropped_count"
              + "|emqx_delivery_dropped_queue_full(?:\\{[^}]*})?)"
              // From ten million on, a page written from Java's doubles has 1.0E7.
              + "\\s+(\\d{1,18}(?:\\.\\d{1,18})?(?:[Ee]\\+?\\d{1,2})?)\\s*$");

  private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");
  private static final Duration LONGEST_READING = Duration.ofSeconds(2);

  private volatile long first = -1;
  private volatile long last = -1;
  private volatile long renewedNanos;
  private volatile boolean says;
  private volatile boolean alsoEarlier;

  /**
   * The broker said so many since its start.
   *
   * @param before whether it said so before anyone of this run listened
   */
  void said(String count, boolean before, long nowNanos) {
    Matcher number = NUMBER.matcher(count.trim());
    if (number.matches()) {
      if (first < 0 && !before) {
        first = 0;
        alsoEarlier = true;
      }
      note(Long.parseLong(number.group()), nowNanos);
    }
  }

  /** The broker says that it is there, and whatever number changed. */
  void ticked(long nowNanos) {
    says = true;
    renewedNanos = nowNanos;
  }

  private void note(long count, long nowNanos) {
    first = first < 0 ? count : first;
    last = count;
    ticked(nowNanos);
  }

  /** Reads a page in Prometheus' format; one that cannot be read says nothing. */
  void read(URI page, long nowNanos) throws InterruptedException {
    try {
      HttpClient client = HttpClient.newBuilder().connectTimeout(LONGEST_READING).build();
      HttpResponse<String> answer =
          client.send(
              HttpRequest.newBuilder(page).timeout(LONGEST_READING).build(),
              HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() == 200) {
        // A counter that nothing was counted in is not on the page.
        Matcher counters = COUNTERS.matcher(answer.body());
        long sum = 0;
        while (counters.find()) {
          sum += new BigDecimal(counters.group(1)).longValue();
        }
        note(sum, nowNanos);
      }
    } catch (IOException | IllegalArgumentException e) {
      // The result has no such line then.
    }
  }

  /** Returns whether it was said after that time, or the broker never says it. */
  boolean isRenewed(long nanos, long nowNanos) {
    return !says || (renewedNanos - nanos > 0 && nowNanos - renewedNanos > BEHIND_UPTIME_NANOS);
  }

  /** The number as a line for the result; empty if none was dropped, or the broker does not say. */
  Optional<String> sentence() {
    long dropped = last - first;
    return dropped <= 0
        ? Optional.empty()
        : Optional.of(
            "queue limit: by its own count the broker dropped %s%,d messages of full queues"
                .formatted(alsoEarlier ? "between 1 and " : "", dropped));
  }
}
