// SPDX-License-Identifier: EPL-2.0
package io.fleetload.driver;

import io.fleetload.stamp.RunId;
import io.fleetload.stamp.SessionMark;
import io.fleetload.stamp.Stamp;

/** Counts for a backend driver what arrives. All calls come from the thread that receives. */
public interface ArrivalBook {
  /** The run of the messages that count; null if it is that of the first stamp that arrives. */
  RunId runId();

  /**
   * Counts a stamped message of a flow that has one receiver for each message; where it has
   * several, this is the first of them.
   *
   * @param received when it arrived, ns since the epoch
   * @return what it is to the book; only a first copy is answered with a command
   */
  default Arrival arrived(Stamp stamp, long received) {
    return arrived(stamp, received, 0);
  }

  /**
   * Counts a stamped message of a flow for which the pack says {@code withReceivers(n)}. A command
   * answers a message once, not at each receiver.
   *
   * @param received when it arrived, ns since the epoch
   * @param receiver at which of the message's receivers it arrived, 0 to n - 1
   * @return what it is to the book; the first copy is that at this receiver
   */
  Arrival arrived(Stamp stamp, long received, int receiver);

  /**
   * The same where the driver looks itself whether a message was overtaken, because the messages of
   * a device are of several things and only those of one have an order: updates of entities.
   *
   * @param overtaken whether a later message of that device and thing arrived there before
   */
  default Arrival arrived(Stamp stamp, long received, int receiver, boolean overtaken) {
    return arrived(stamp, received, receiver);
  }

  /**
   * Counts a row of the store behind the target, of a flow for which the pack says {@code
   * withStore()}. Of its stamp run, flow, device and number count; a store need not keep the rest.
   * A driver reports each row once: if it reads the store again, it passes over what it reported
   * before, and it passes over what earlier runs left there.
   *
   * @return what the row is to the book; a duplicate where the store holds the message once more
   */
  Arrival stored(Stamp stamp);

  /**
   * Notes how a message differs from what its device sent. It counts as arrived all the same: a
   * driver calls {@link #arrived} as well. What is of no flow of the run changes nothing.
   */
  void flawed(Stamp stamp, Flaw flaw);

  /** The same of a row of the store behind the target. */
  void storedFlawed(Stamp stamp, Flaw flaw);

  /** Counts a message without a stamp. */
  void unstamped();

  /** Counts a message that belongs to another run or another tenant. */
  void foreign();

  /**
   * Counts an announcement of the target that a session began or ended.
   *
   * @param received when it arrived, ns since the epoch
   */
  default void announced(SessionNotice notice, long received) {}

  /**
   * An announcement of a session.
   *
   * @param kind the pack's word for what it says of the session
   * @param begins whether the session began; false if it ended
   * @param session index of the session that the named device has; -1 for a device that has none of
   *     the run's, or that is of another tenant
   * @param mark the mark that the session was opened with; null if the announcement has none
   * @param marked whether announcements of this kind have the mark of the session
   */
  record SessionNotice(
      String kind, boolean begins, int session, SessionMark mark, boolean marked) {}

  /** Notes that the target took the command for a flow's message with this number. */
  void written(String flow, int n);

  /** Notes that it is unknown whether the target took the command for a flow's message. */
  void writeUnknown(String flow, int n);

  /** Counts a command for a flow's message that could not be written, by a cause of one word. */
  void writeFailed(String flow, String cause);

  /** Notes that the target reported the command for a flow's message as undeliverable. */
  void refused(String flow, RunId run, int n);
}
