// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.kafka;

import io.fleetload.driver.Arrival;
import io.fleetload.driver.ArrivalBook;
import io.fleetload.driver.RunClock;
import io.fleetload.health.BackendWatch;
import io.fleetload.hono.payload.CorrelationId;
import io.fleetload.hono.profile.HonoFlow;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Says what a record is, puts it in the books, and has a command query answered. */
final class RecordIntake {
  private final ArrivalBook book;
  private final CommandWriter commands;
  private final TopicsOfTenants topics;
  private final SentRecords sent;
  private final SessionNotices notices;
  private final BackendWatch watch;
  private final RunClock clock;

  /**
   * An intake.
   *
   * @param topics what is received from; in those of answers to commands, Hono also reports
   *     commands that it could not deliver
   * @param sent what arrives of each message that a device sends
   * @param notices what Hono itself says of the devices' sessions
   */
  RecordIntake(
      ArrivalBook book,
      CommandWriter commands,
      TopicsOfTenants topics,
      SentRecords sent,
      SessionNotices notices,
      BackendWatch watch,
      RunClock clock) {
    this.book = book;
    this.commands = commands;
    this.topics = topics;
    this.sent = sent;
    this.notices = notices;
    this.watch = watch;
    this.clock = clock;
  }

  /**
   * Takes a record in.
   *
   * @param receivedNanos when it arrived, on the run's clock
   */
  void take(ConsumerRecord<byte[], byte[]> record, long receivedNanos) {
    long received = clock.epochNanos(receivedNanos);
    if (topics.isOfAnswers(record.topic()) && isDeliveryFailure(record)) {
      refused(record);
      return;
    }
    String contentType = HonoHeaders.text(record.headers(), HonoHeaders.CONTENT_TYPE);
    if (contentType != null && HonoHeaders.OWN_NOTIFICATIONS.contains(contentType)) {
      notices.of(record, contentType, topics).ifPresent(notice -> book.announced(notice, received));
      return;
    }
    Optional<Stamp> found = record.value() == null ? Optional.empty() : sent.stamp(record.value());
    if (found.isEmpty()) {
      book.unstamped();
      return;
    }
    Stamp stamp = found.get();
    if (!topics.belongs(stamp.device(), record.topic())) {
      // Delivered to another tenant: to its tenant's own application it is lost.
      book.foreign();
      return;
    }
    Arrival arrival = book.arrived(stamp, received);
    sent.flaws(record, stamp).forEach(flaw -> book.flawed(stamp, flaw));
    if (arrival == Arrival.FIRST && stamp.period() == Period.MEASURED) {
      watch.turnedTo(receivedNanos, clock.nanos());
    }
    HonoFlow.CommandQuery.Command command = sent.command(stamp.flow());
    if (arrival == Arrival.FIRST && command != null) {
      answer(record, stamp, command, received);
    }
  }

  /**
   * Every query ends as written or as failed, or the books would have a remainder; so what cannot
   * be answered because the target dropped a header is a failure with its cause.
   */
  private void answer(
      ConsumerRecord<byte[], byte[]> record,
      Stamp query,
      HonoFlow.CommandQuery.Command command,
      long received) {
    if (record.headers().lastHeader(HonoHeaders.TTD) == null && !sent.waitsAlways(query.device())) {
      book.writeFailed(query.flow(), "ttdMissing");
      return;
    }
    String device = HonoHeaders.text(record.headers(), HonoHeaders.DEVICE_ID);
    if (device == null && record.key() != null) {
      device = new String(record.key(), StandardCharsets.UTF_8);
    }
    if (device == null) {
      book.writeFailed(query.flow(), "deviceMissing");
      return;
    }
    if (!device.equals(sent.name(query.device()))) {
      // A command to a device that did not ask would be a fault of ours.
      book.writeFailed(query.flow(), "queryMisdelivered");
      return;
    }
    commands.write(query, device, command.subject(), received);
  }

  private static boolean isDeliveryFailure(ConsumerRecord<byte[], byte[]> record) {
    return HonoHeaders.DELIVERY_FAILURE.equals(
        HonoHeaders.text(record.headers(), HonoHeaders.CONTENT_TYPE));
  }

  private void refused(ConsumerRecord<byte[], byte[]> record) {
    String id = HonoHeaders.text(record.headers(), HonoHeaders.CORRELATION_ID);
    Optional<CorrelationId> command = id == null ? Optional.empty() : CorrelationId.parse(id);
    // A correlation id of another form is another application's command.
    command.ifPresentOrElse(each -> book.refused(each.flow(), each.run(), each.n()), book::foreign);
  }
}
