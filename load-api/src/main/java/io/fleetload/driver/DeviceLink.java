package io.fleetload.driver;

/**
 * One device's connection to the target. All calls are made, and all outcomes are delivered, on the
 * driver's own thread; none of them blocks.
 */
public interface DeviceLink {
  /** Opens the connection; the outcome says whether the target can be talked to. */
  void connect(Exchange exchange);

  /** Sends a message of a flow. */
  void send(Message message, Exchange exchange);

  /** Answers a command. */
  void answer(Command command, byte[] payload, Exchange exchange);

  /** Gives up an exchange: its outcome, if one still comes, is not delivered. */
  void abandon(Exchange exchange);

  /** Closes the connection. */
  void close();

  /** What comes of a message: any number of retransmissions, then one outcome. */
  interface Exchange {
    /** The target confirmed it; {@code command} is what it wants of the device, or null. */
    void succeeded(Command command);

    /** It failed. */
    void failed(Cause cause);

    /** The transport sent it once more. */
    void retransmitted();
  }
}
