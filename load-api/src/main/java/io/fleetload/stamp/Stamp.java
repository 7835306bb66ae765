// SPDX-License-Identifier: EPL-2.0
package io.fleetload.stamp;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The mark that every message carries: which run, flow and message it is, and when. As text {@code
 * fl1:<run>:<flow>:<w|m>:<device>:<n>:<due>:<sent>[:<querySent>:<queryReceived>:<commandWritten>:<commandReceived>]}.
 * It is in the payload, so any protocol can carry it; only ASCII letters, digits and colons, so any
 * payload format can hold it in quotes.
 *
 * @param run the run's id
 * @param flow the flow's name
 * @param period which part of the books it belongs to
 * @param device the device's index
 * @param n the message's number in its flow, from 0
 * @param due intended send time, ns since the epoch
 * @param sent actual send time, ns since the epoch, or {@link #UNKNOWN}
 * @param legs times of the command that the message answers, or null
 */
public record Stamp(
    RunId run, String flow, Period period, int device, int n, long due, long sent, Legs legs) {

  /** A time that the protocol had no place for; no figure is made of it. */
  public static final long UNKNOWN = 0;

  private static final String MARK = "fl1:";
  private static final byte[] MARK_BYTES = MARK.getBytes(StandardCharsets.US_ASCII);

  /**
   * Times at which a command passed each station, ns since the epoch, or {@link #UNKNOWN}.
   *
   * @param querySent the device sent the query; 0 until the device answers
   * @param queryReceived the backend received the query
   * @param commandWritten the backend wrote the command
   * @param commandReceived the device received it; 0 until then
   */
  public record Legs(
      long querySent, long queryReceived, long commandWritten, long commandReceived) {}

  /** A stamp of a message that answers no command. */
  public Stamp(RunId run, String flow, Period period, int device, int n, long due, long sent) {
    this(run, flow, period, device, n, due, sent, null);
  }

  /** The same message with the times of its command. */
  public Stamp with(Legs times) {
    return new Stamp(run, flow, period, device, n, due, sent, times);
  }

  public String text() {
    AsciiText text = new AsciiText();
    appendTo(text);
    return text.toString();
  }

  /** Appends the stamp as text. */
  public void appendTo(AsciiText text) {
    text.append(MARK_BYTES)
        .appendHex(run.number())
        .append(':')
        .append(flow)
        .append(':')
        .append(period.letter())
        .append(':')
        .append(device)
        .append(':')
        .append(n)
        .append(':')
        .append(due)
        .append(':')
        .append(sent);
    if (legs != null) {
      text.append(':')
          .append(legs.querySent)
          .append(':')
          .append(legs.queryReceived)
          .append(':')
          .append(legs.commandWritten)
          .append(':')
          .append(legs.commandReceived);
    }
  }

  /** Finds the first stamp in a payload; empty if there is no stamp, or it is damaged. */
  public static Optional<Stamp> find(byte[] payload) {
    int start = indexOfMark(payload);
    if (start < 0) {
      return Optional.empty();
    }
    int end = start;
    while (end < payload.length && payload[end] != '"' && (payload[end] & 0xff) > ' ') {
      end++;
    }
    return parse(new String(payload, start, end - start, StandardCharsets.US_ASCII));
  }

  private static Optional<Stamp> parse(String text) {
    String[] fields = text.split(":", -1);
    if ((fields.length != 8 && fields.length != 12) || fields[3].length() != 1) {
      return Optional.empty();
    }
    try {
      int device = Integer.parseInt(fields[4]);
      int n = Integer.parseInt(fields[5]);
      if (device < 0 || n < 0) {
        return Optional.empty();
      }
      Legs legs =
          fields.length == 8
              ? null
              : new Legs(
                  Long.parseLong(fields[8]),
                  Long.parseLong(fields[9]),
                  Long.parseLong(fields[10]),
                  Long.parseLong(fields[11]));
      return Optional.of(
          new Stamp(
              RunId.parse(fields[1]),
              fields[2],
              Period.of(fields[3].charAt(0)),
              device,
              n,
              Long.parseLong(fields[6]),
              Long.parseLong(fields[7]),
              legs));
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  private static int indexOfMark(byte[] payload) {
    for (int i = 0; i <= payload.length - MARK_BYTES.length; i++) {
      int matched = 0;
      while (matched < MARK_BYTES.length && payload[i + matched] == MARK_BYTES[matched]) {
        matched++;
      }
      if (matched == MARK_BYTES.length) {
        return i;
      }
    }
    return -1;
  }
}
