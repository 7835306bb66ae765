// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.backend;

import io.fleetload.jt808.command.PublishedMessages;
import io.fleetload.stamp.RunId;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.Message;
import io.nats.client.Subscription;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import io.nats.client.api.StreamInfo;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/**
 * A stream that a run made for itself. A run that is killed leaves it behind, so it is named after
 * the run, and the run answers for it as long as it lives: NATS itself says when no run answers.
 */
final class RunStream {
  private static final String NAME = "FLEETLOAD-";
  private static final String DESCRIPTION = "made for one run, which deletes it";
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

  /** A run that lost its connection is back within a second. */
  private static final int LOOKS = 4;

  private static final long BETWEEN_LOOKS_MILLIS = 500;

  private final JetStreamManagement streams;
  private final String name;

  private RunStream(JetStreamManagement streams, String name) {
    this.streams = streams;
    this.name = name;
  }

  /**
   * Makes the stream of a run.
   *
   * @throws IOException if NATS does not answer
   * @throws JetStreamApiException if NATS refuses it
   * @throws InterruptedException if the thread was interrupted
   */
  static RunStream make(Connection connection, RunId run)
      throws IOException, JetStreamApiException, InterruptedException {
    RunStream made = new RunStream(connection.jetStreamManagement(), NAME + run);
    // Before it is there, since another run may ask for it as soon as it is.
    connection
        .createDispatcher(asked -> connection.publish(asked.getReplyTo(), asked.getData()))
        .subscribe(subject(connection, made.name));
    try {
      connection.flush(LONGEST_WAIT);
    } catch (TimeoutException e) {
      throw new IOException("it does not answer", e);
    }
    made.streams.addStream(
        StreamConfiguration.builder()
            .name(made.name)
            .description(DESCRIPTION)
            .subjects(PublishedMessages.SUBJECTS)
            .storageType(StorageType.File)
            .build());
    return made;
  }

  /** Returns whether a run made it. */
  static boolean isOne(StreamInfo stream) {
    StreamConfiguration made = stream.getConfiguration();
    return made.getName().startsWith(NAME) && DESCRIPTION.equals(made.getDescription());
  }

  /**
   * Returns whether its run still goes on. A run that is halted answers nothing, and is there all
   * the same.
   *
   * @throws InterruptedException if the thread was interrupted
   */
  static boolean isNeeded(Connection connection, String name) throws InterruptedException {
    String inbox = connection.createInbox();
    Subscription answers = connection.subscribe(inbox);
    try {
      for (int look = 0; look < LOOKS; look++) {
        if (look > 0) {
          Thread.sleep(BETWEEN_LOOKS_MILLIS);
        }
        connection.publish(subject(connection, name), inbox, new byte[0]);
        Message answer = answers.nextMessage(LONGEST_WAIT);
        if (answer == null || !answer.isStatusMessage()) {
          return true;
        }
      }
      return false;
    } finally {
      answers.unsubscribe();
    }
  }

  /** An inbox: a user that may use NATS at all may use these. */
  private static String subject(Connection connection, String name) {
    return connection.getOptions().getInboxPrefix() + name;
  }

  String name() {
    return name;
  }

  /** Deletes it with what it keeps. */
  void delete() {
    try {
      streams.deleteStream(name);
    } catch (IOException | JetStreamApiException | IllegalStateException e) {
      // NATS is gone, or someone else deleted it.
    }
  }
}
