package io.fleetload.driver;

import java.io.IOException;

/**
 * One session with the target, a device's or a gateway's. All calls are made, and all outcomes are
 * delivered, on the driver's own thread; none of them blocks.
 */
public interface DeviceLink {
  /**
   * Opens the session, also anew after {@link #close()} or {@link #lose}; the outcome says whether
   * the target can be talked to.
   */
  void connect(Exchange exchange);

  /** Sends a message of a flow. */
  void send(Message message, Exchange exchange);

  /** Answers a command. */
  void answer(Command command, byte[] payload, Exchange exchange);

  /** Gives up an exchange: its outcome, if one still comes, is not delivered. */
  void abandon(Exchange exchange);

  /** Ends the session as a device does that leaves: the target is told. */
  void close();

  /**
   * Loses the session as a device does whose power or network fails, or that gives it up: the
   * target is not told, and what is under way fails for that cause.
   */
  void lose(Cause cause);

  /**
   * Goes on from another source port with the same session, as behind a NAT that forgot the device;
   * what the target sends to the old port is lost.
   *
   * @throws IOException if this host has no other port
   */
  void rebind() throws IOException;

  /** How the session that is open now came to be. */
  Session session();

  /**
   * An open session.
   *
   * @param resumed whether it was resumed and not negotiated anew
   * @param connectionId whether the target knows the device by an id and not by its address
   */
  record Session(boolean resumed, boolean connectionId) {}

  /**
   * What comes of a message: any number of retransmissions, perhaps that the target has it, then
   * one outcome.
   */
  interface Exchange {
    /** The target has it and will answer later; it may say so more than once, or never. */
    default void accepted() {}

    /** The target confirmed it; {@code command} is what it wants of the device, or null. */
    void succeeded(Command command);

    /** It failed. */
    void failed(Cause cause);

    /** The transport sent it once more. */
    void retransmitted();
  }
}
