// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.payload;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.fleetload.stamp.AsciiText;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * Messages of the Ditto protocol (https://eclipse.dev/ditto/protocol-specification.html) with the
 * stamp among their headers, padded to an exact size. Not thread-safe.
 */
public final class DittoMessages {
  private static final byte[] TOPIC = ascii("{\"topic\":\"io.fleetload/");
  private static final byte[] MODIFY = ascii("/things/twin/commands/modify");
  private static final byte[] ANSWER = ascii("/things/live/messages/answer");
  private static final byte[] HEADERS =
      ascii(
          "\",\"headers\":{\"content-type\":\"application/vnd.eclipse.ditto+json\","
              + "\"correlation-id\":\"");
  private static final byte[] STAMP = ascii("\",\"stamp\":\"");
  private static final byte[] TEMPERATURE =
      ascii(
          "\"},\"path\":\"/features\",\"value\":{\"environment\":{\"properties\":"
              + "{\"temperature\":");
  private static final byte[] HUMIDITY = ascii(",\"humidity\":");
  private static final byte[] NOTE = ascii(",\"note\":\"");
  private static final byte[] END_OF_READING = ascii("\"}}}}");
  private static final byte[] STATUS = ascii("\"},\"path\":\"/inbox/messages/answer\",\"status\":");
  private static final byte[] VALUE = ascii(",\"value\":{\"note\":\"");
  private static final byte[] END_OF_ANSWER = ascii("\"}}");

  private final int bytes;
  private final long seed;
  private final AsciiText text = new AsciiText();

  /**
   * Messages of one flow.
   *
   * @param bytes their exact size; a message that needs more is longer
   * @param seed seed of the readings in them
   */
  public DittoMessages(int bytes, long seed) {
    this.bytes = bytes;
    this.seed = seed;
  }

  /** A reading that changes the device's twin; its values follow from the seed and the number. */
  public byte[] reading(String device, Stamp stamp) {
    head(device, MODIFY, stamp);
    SplittableRandom random = new SplittableRandom(seed + stamp.n());
    int tenthsOfDegrees = 150 + random.nextInt(150);
    text.append(TEMPERATURE)
        .append(tenthsOfDegrees / 10)
        .append('.')
        .append(tenthsOfDegrees % 10)
        .append(HUMIDITY)
        .append(30 + random.nextInt(40))
        .append(NOTE);
    return padded(END_OF_READING);
  }

  /** The answer to a command. */
  public byte[] answer(String device, int status, Stamp stamp) {
    head(device, ANSWER, stamp);
    text.append(STATUS).append(status).append(VALUE);
    return padded(END_OF_ANSWER);
  }

  private void head(String device, byte[] channel, Stamp stamp) {
    text.clear()
        .append(TOPIC)
        .append(written(device))
        .append(channel)
        .append(HEADERS)
        .appendHex(stamp.run().number())
        .append('-')
        .append(stamp.n())
        .append(STAMP);
    stamp.appendTo(text);
  }

  /** A device's name in a JSON text; few names need an escape. */
  private static String written(String device) {
    return device.indexOf('"') < 0 && device.indexOf('\\') < 0
        ? device
        : new String(JsonStringEncoder.getInstance().quoteAsString(device));
  }

  private byte[] padded(byte[] end) {
    return text.fillTo(bytes - end.length, 'x').append(end).toBytes();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
