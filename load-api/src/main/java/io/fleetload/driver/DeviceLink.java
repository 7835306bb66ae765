// SPDX-License-Identifier: EPL-2.0
package io.fleetload.driver;

import io.fleetload.profile.Ability;
import io.fleetload.stamp.SessionMark;
import java.io.IOException;
import java.util.Set;

/**
 * One session with the target, a device's or a gateway's. All calls are made, and all outcomes are
 * delivered, on the driver's own thread; none of them blocks.
 */
public interface DeviceLink {
  /** A trait of a session that was resumed, without a full negotiation. */
  String RESUMED = "resumed";

  /** A trait of a session in which the target knows the device by an id and not by its address. */
  String CONNECTION_ID = "connectionId";

  /**
   * Opens the session, also again after {@link #close()} or {@link #lose}; the outcome, {@link
   * Exchange#opened} or {@link Exchange#failed}, says whether the target can be talked to.
   */
  void connect(Exchange exchange);

  /** Sends a message of a flow; one that answers a command says which. */
  void send(Message message, Exchange exchange);

  /** Gives up an exchange: its outcome, if one still comes, is not delivered. */
  void abandon(Exchange exchange);

  /** Ends the session as a device does that leaves: it says so to the target. */
  void close();

  /**
   * Loses the session as a device does that loses power or network, or that gives it up: the target
   * does not learn of it, and what is under way fails for that cause.
   */
  void lose(Cause cause);

  /** A link that can go on from elsewhere; those of a driver with {@link Ability#REBIND} can. */
  interface RoamingLink {
    /**
     * Goes on from another source port with the same session, as behind a NAT that forgot the
     * device; what the target sends to the old port is lost.
     *
     * @throws IOException if this host has no other port
     */
    void rebind() throws IOException;
  }

  /**
   * Takes the course of a session or a message: any number of retransmissions, perhaps that the
   * target has it, any number of responses, then one outcome.
   */
  interface Exchange {
    /**
     * The session is open.
     *
     * @param traits how it came to be, such as {@link #RESUMED}; each name is counted
     */
    default void opened(Set<String> traits) {}

    /**
     * The name of this attempt at a session, which the target is to hand on where it announces the
     * session; null if it announces none.
     */
    default SessionMark mark() {
      return null;
    }

    /** The target has it and will answer later; it may say so more than once, or never. */
    default void accepted() {}

    /** One of several responses came; the outcome follows the last one. */
    default void responded() {}

    /**
     * Takes the duration of each part of the message, ns, in the order of {@link
     * io.fleetload.flow.FlowSpec#withParts}; a part that it did not need took 0. Called once,
     * before the outcome, and kept of messages that go well, as their response times are. A driver
     * that does not know them does not call this.
     */
    default void parts(long... nanos) {}

    /**
     * Takes the time at which the target says that it answered, by its own clock. Called once,
     * before the outcome, of each message that asked for it ({@link
     * io.fleetload.flow.FlowSpec#withAnswerTimes}).
     *
     * @param epochNanos when the answer left the target at the earliest, ns since the epoch; {@link
     *     io.fleetload.stamp.Stamp#UNKNOWN} if the answer has no time, or one that cannot be read
     * @param stepNanos the steps of the target's time, ns: the answer left before one more step was
     *     over
     */
    default void answeredAt(long epochNanos, long stepNanos) {}

    /**
     * Takes the number of bytes that the message took on the connection each way, with all that the
     * protocol puts around it. Called before the outcome; if more than once, the sum counts.
     */
    default void bytes(long sent, long received) {}

    /** The target confirmed it; {@code inbound} is what it wants of the device, or null. */
    void succeeded(Inbound inbound);

    void failed(Cause cause);

    /** The transport sent it once more. */
    default void retransmitted() {}
  }
}
