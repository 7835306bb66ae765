// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.kafka;

import io.fleetload.driver.ArrivalBook;
import io.fleetload.driver.RunClock;
import io.fleetload.hono.payload.CorrelationId;
import io.fleetload.hono.payload.DittoCommand;
import io.fleetload.stamp.Stamp;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntFunction;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.header.Headers;

/**
 * Writes the commands that devices wait for. Outcomes come on the producer's thread and wait in a
 * queue until the receiving thread, which keeps the books alone, takes them over.
 */
final class CommandWriter {
  private static final byte[] JSON = HonoHeaders.value(HonoHeaders.JSON);
  private static final byte[] TRUE = HonoHeaders.value("true");

  private final Producer<byte[], byte[]> producer;
  private final IntFunction<String> topics;
  private final RunClock clock;

  /** By subject; only the thread that receives makes them. */
  private final Map<String, DittoCommand> commands = new HashMap<>();

  private final Queue<Outcome> outcomes = new ConcurrentLinkedQueue<>();

  /** The outcome of a query's command; no failure if it was written. */
  private record Outcome(String flow, int n, Exception failure) {}

  /**
   * A writer.
   *
   * @param topics the topic of a device's commands: its tenant's
   */
  CommandWriter(Producer<byte[], byte[]> producer, IntFunction<String> topics, RunClock clock) {
    this.producer = producer;
    this.topics = topics;
    this.clock = clock;
  }

  /**
   * Answers a query; does not wait for the outcome.
   *
   * @param query the query's stamp
   * @param device the name of the device that waits
   * @param subject the command's
   * @param received when the query arrived, ns since the epoch
   */
  @SuppressWarnings("FutureReturnValueIgnored") // the callback gets the same
  void write(Stamp query, String device, String subject, long received) {
    int n = query.n();
    String id = new CorrelationId(query).text();
    Stamp stamp = query.with(new Stamp.Legs(0, received, clock.epochNanos(clock.nanos()), 0));
    byte[] name = HonoHeaders.value(device);
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(
            topics.apply(query.device()),
            name,
            commands.computeIfAbsent(subject, DittoCommand::new).body(device, id, stamp));
    Headers headers = record.headers();
    headers.add(HonoHeaders.DEVICE_ID, name);
    headers.add(HonoHeaders.SUBJECT, HonoHeaders.value(subject));
    headers.add(HonoHeaders.CONTENT_TYPE, JSON);
    headers.add(HonoHeaders.CORRELATION_ID, HonoHeaders.value(id));
    headers.add(HonoHeaders.RESPONSE_REQUIRED, TRUE);
    try {
      producer.send(
          record, (metadata, failure) -> outcomes.add(new Outcome(query.flow(), n, failure)));
    } catch (KafkaException e) {
      // Thrown instead of handed to the callback where the producer itself is beyond use.
      outcomes.add(new Outcome(query.flow(), n, e));
    }
  }

  /** Puts the outcomes so far in the books. */
  void settle(ArrivalBook book) {
    for (Outcome each = outcomes.poll(); each != null; each = outcomes.poll()) {
      if (each.failure == null) {
        book.written(each.flow, each.n);
      } else if (each.failure instanceof RetriableException) {
        // Its retries are used up. A broker that took the command may have lost the answer alone.
        book.writeUnknown(each.flow, each.n);
      } else {
        book.writeFailed(each.flow, word(each.failure));
      }
    }
  }

  /** Waits until every command has its outcome; the producer's delivery timeout bounds it. */
  void flush() {
    producer.flush();
  }

  void close(Duration longest) {
    producer.close(longest);
  }

  /** The failure's kind in one word, so that causes can be counted: {@code recordTooLarge}. */
  private static String word(Exception failure) {
    String name = failure.getClass().getSimpleName().replaceFirst("Exception$", "");
    return name.isEmpty()
        ? "other"
        : name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
  }
}
