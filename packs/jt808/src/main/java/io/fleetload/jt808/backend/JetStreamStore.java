// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.backend;

import io.fleetload.jt808.command.PublishedMessages;
import io.fleetload.jt808.profile.Jt808Profile;
import io.fleetload.process.TargetException;
import io.fleetload.results.book.BackendReading;
import io.fleetload.stamp.RunId;
import io.nats.client.Connection;
import io.nats.client.IterableConsumer;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamStatusCheckedException;
import io.nats.client.Message;
import io.nats.client.api.DeliverPolicy;
import io.nats.client.api.OrderedConsumerConfiguration;
import io.nats.client.api.StreamState;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A stream of NATS that keeps what the platform publishes. Where one keeps it already it is read
 * from where it ended when the run began; else one is made for the run, and deleted afterwards.
 */
final class JetStreamStore implements Store {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);
  private static final int MESSAGES_BETWEEN = 50_000;

  private final Jt808Profile profile;
  private final Connection connection;
  private final Counter counter;
  private final JetStreamManagement streams;
  private final String name;

  /** The stream of this run; null if there was one before. */
  private final RunStream own;

  private final List<String> remarks;
  private final long after;

  private JetStreamStore(
      Jt808Profile profile,
      Connection connection,
      Counter counter,
      String name,
      RunStream own,
      List<String> remarks)
      throws IOException, JetStreamApiException {
    this.profile = profile;
    this.connection = connection;
    this.counter = counter;
    this.streams = connection.jetStreamManagement();
    this.name = name;
    this.own = own;
    this.remarks = List.copyOf(remarks);
    this.after = state().getLastSequence();
  }

  /**
   * Finds the stream, or makes it.
   *
   * @throws TargetException if this NATS has no streams, refuses one, has one that keeps half of
   *     what the platform publishes, or one of another run that goes on
   * @throws InterruptedException if the thread was interrupted
   */
  static JetStreamStore open(
      Jt808Profile profile, Connection connection, Counter counter, RunId run)
      throws TargetException, InterruptedException {
    try {
      JetStreamManagement streams = connection.jetStreamManagement();
      List<String> remarks = new ArrayList<>();
      for (String each : streams.getStreamNames(PublishedMessages.LOCATION)) {
        if (RunStream.isOne(streams.getStreamInfo(each))) {
          if (RunStream.isNeeded(connection, each)) {
            throw new TargetException(
                "NATS at %s keeps what is published in stream %s of a run that goes on; wait for its end, or leave out target.store"
                    .formatted(profile.target().nats(), each));
          }
          streams.deleteStream(each);
          remarks.add("deleted the stream %s of NATS, which a killed run left".formatted(each));
        }
      }
      List<String> there = streams.getStreamNames(PublishedMessages.LOCATION);
      List<String> ofBatches = streams.getStreamNames(PublishedMessages.BATCH);
      if (!there.equals(ofBatches)) {
        throw new TargetException(
            "NATS at %s keeps %s in stream %s and %s in stream %s; let one keep both, or leave out target.store"
                .formatted(
                    profile.target().nats(),
                    PublishedMessages.LOCATION,
                    there.isEmpty() ? "none" : there.get(0),
                    PublishedMessages.BATCH,
                    ofBatches.isEmpty() ? "none" : ofBatches.get(0)));
      }
      if (!there.isEmpty()) {
        return new JetStreamStore(profile, connection, counter, there.get(0), null, remarks);
      }
      RunStream own = RunStream.make(connection, run);
      remarks.add("made the stream %s of NATS for this run".formatted(own.name()));
      return new JetStreamStore(profile, connection, counter, own.name(), own, remarks);
    } catch (IOException | JetStreamApiException | IllegalStateException e) {
      throw refused(profile, e);
    }
  }

  private static TargetException refused(Jt808Profile profile, Exception why) {
    return new TargetException(
        "NATS at %s has no stream for the store: %s; start it with -js, or leave out target.store"
            .formatted(profile.target().nats(), why.getMessage()));
  }

  private StreamState state() throws IOException, JetStreamApiException {
    return streams.getStreamInfo(name).getStreamState();
  }

  @Override
  public String described() {
    return "JetStream";
  }

  @Override
  public List<String> remarks() {
    return remarks;
  }

  @Override
  public Optional<BackendReading.Behind> read(Runnable between)
      throws TargetException, InterruptedException {
    try {
      long last = state().getLastSequence();
      if (last == after) {
        return Optional.empty();
      }
      OrderedConsumerConfiguration fromThere =
          new OrderedConsumerConfiguration()
              .deliverPolicy(DeliverPolicy.ByStartSequence)
              .startSequence(after + 1);
      IterableConsumer messages =
          connection.getStreamContext(name).createOrderedConsumer(fromThere).iterate();
      try {
        return read(messages, last, between);
      } finally {
        messages.stop();
      }
    } catch (IOException
        | JetStreamApiException
        | JetStreamStatusCheckedException
        | IllegalStateException e) {
      throw refused(profile, e);
    }
  }

  private Optional<BackendReading.Behind> read(
      IterableConsumer messages, long last, Runnable between)
      throws InterruptedException, JetStreamStatusCheckedException {
    long at = after;
    while (at < last) {
      Message message = messages.nextMessage(LONGEST_WAIT);
      if (message == null) {
        return Optional.of(new BackendReading.Behind("the stream " + name + " of NATS", last - at));
      }
      at = message.metaData().streamSequence();
      counter.count(message.getSubject(), message.getData());
      if (at % MESSAGES_BETWEEN == 0) {
        between.run();
      }
    }
    return Optional.empty();
  }

  @Override
  public void close() {
    if (own != null) {
      own.delete();
    }
  }
}
