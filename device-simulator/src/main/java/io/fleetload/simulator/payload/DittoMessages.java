package io.fleetload.simulator.payload;

import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Random;

/**
 * Messages of the Ditto protocol (https://eclipse.dev/ditto/protocol-specification.html) with the
 * stamp among their headers, padded to an exact size.
 */
public final class DittoMessages {
  private static final String NAMESPACE = "io.fleetload";

  private final int bytes;
  private final Random random;

  /**
   * Messages of one flow.
   *
   * @param bytes their exact size; a message that needs more is longer
   * @param seed seed of the readings in them
   */
  public DittoMessages(int bytes, long seed) {
    this.bytes = bytes;
    this.random = new Random(seed);
  }

  /** A reading that changes the device's twin. */
  public byte[] reading(String device, Stamp stamp) {
    return padded(
        head(device, "things/twin/commands/modify", stamp)
            + "\"path\":\"/features\",\"value\":{\"environment\":{\"properties\":{"
            + String.format(
                Locale.ROOT,
                "\"temperature\":%.1f,\"humidity\":%d,\"note\":\"",
                15 + random.nextDouble() * 15,
                30 + random.nextInt(40)),
        "\"}}}}");
  }

  /** The answer to a command. */
  public byte[] answer(String device, int status, Stamp stamp) {
    return padded(
        head(device, "things/live/messages/answer", stamp)
            + "\"path\":\"/inbox/messages/answer\",\"status\":"
            + status
            + ",\"value\":{\"note\":\"",
        "\"}}");
  }

  private static String head(String device, String channel, Stamp stamp) {
    return "{\"topic\":\""
        + NAMESPACE
        + "/"
        + device
        + "/"
        + channel
        + "\",\"headers\":{\"content-type\":\"application/vnd.eclipse.ditto+json\","
        + "\"correlation-id\":\""
        + stamp.run()
        + "-"
        + stamp.n()
        + "\",\"stamp\":\""
        + stamp.text()
        + "\"},";
  }

  private byte[] padded(String start, String end) {
    int padding = Math.max(0, bytes - start.length() - end.length());
    return (start + "x".repeat(padding) + end).getBytes(StandardCharsets.UTF_8);
  }
}
