// SPDX-License-Identifier: EPL-2.0
package io.fleetload.schedule.trace;

import io.fleetload.process.UsageException;
import io.fleetload.process.UserFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;

/**
 * The lines of a trace that are messages of one flow, one after the other. A file of any length is
 * read in the same few bytes of memory. Message n of the flow is its n-th line, so all who read the
 * file agree on the numbers.
 *
 * <p>Each line has a time, a device and, where the header says so, a flow. Times count from the
 * first line of the file. Where no line names a flow, all are this flow's.
 */
public final class TraceLines implements AutoCloseable {
  private static final int BUFFER = 1 << 16;
  private static final int LONGEST_LINE = 1_000;
  private static final int SHOWN = 80;
  private static final String ONE_FLOW = "time,device";
  private static final String SEVERAL_FLOWS = "time,device,flow";

  private final UserFile file;
  private final byte[] flow;
  private final TraceDevices devices;
  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER];
  private final TraceClock clock = new TraceClock();
  private final boolean namesFlows;
  private int position;
  private int limit;

  /** Begin and end of the line in the buffer. */
  private int begin;

  private int end;
  private long line;
  private long before = Long.MIN_VALUE;
  private long nanos;
  private int device;
  private int n = -1;

  /**
   * Opens a trace.
   *
   * @param flow the name of the flow
   * @param devices the devices that may send its messages
   * @throws UsageException with one line if it cannot be read or has another header
   */
  public TraceLines(UserFile file, String flow, TraceDevices devices) throws UsageException {
    this.file = file;
    this.flow = flow.getBytes(StandardCharsets.UTF_8);
    this.devices = devices;
    file.requireReadable();
    try {
      this.in = Files.newInputStream(file.path());
    } catch (IOException e) {
      throw file.unreadable(e);
    }
    String header = nextLine() ? text(begin, end).replace("\uFEFF", "").replace(" ", "") : "";
    if (!header.equals(ONE_FLOW) && !header.equals(SEVERAL_FLOWS)) {
      close();
      throw file.wrong(
          "%s, expected the header %s or %s and then lines such as 12.5,17"
              .formatted(
                  header.isEmpty() ? "is empty" : "line 1: found \"" + shown(header) + "\"",
                  ONE_FLOW,
                  SEVERAL_FLOWS));
    }
    this.namesFlows = header.equals(SEVERAL_FLOWS);
  }

  /**
   * Goes to the next line of the flow.
   *
   * @return false at the end of the file
   * @throws UsageException with one line that names the file and the line that is wrong
   */
  public boolean next() throws UsageException {
    while (nextLine()) {
      if (begin < end && take()) {
        return true;
      }
    }
    return false;
  }

  /** Number of the message among those of the flow, from 0. */
  public int n() {
    return n;
  }

  /** Index in the fleet of the device that sends it. */
  public int device() {
    return device;
  }

  /** Time of the message, from the first line of the file, ns. */
  public long nanos() {
    return nanos;
  }

  /** Number of the line in the file, from 1. */
  public long line() {
    return line;
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      // It was read only.
    }
  }

  /** Takes a line; returns whether it is one of the flow. */
  private boolean take() throws UsageException {
    int first = comma(begin);
    int second = namesFlows && first < end ? comma(first + 1) : end;
    if (first == end || (namesFlows && second == end) || (!namesFlows && comma(first + 1) < end)) {
      throw wrong(
          "found \"%s\", expected %s"
              .formatted(
                  shown(text(begin, end)),
                  namesFlows ? "a time, a device and a flow" : "a time and a device"));
    }
    long time;
    int sender;
    try {
      time = clock.nanos(buffer, begin, rightOf(begin, first));
      int name = leftOf(first + 1, second);
      sender = devices.device(buffer, name, rightOf(name, second));
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    }
    if (time < before) {
      throw wrong("its time is before that of the line before; sort the lines by time");
    }
    before = time;
    if (namesFlows) {
      int name = leftOf(second + 1, end);
      if (!Arrays.equals(buffer, name, rightOf(name, end), flow, 0, flow.length)) {
        return false;
      }
    }
    if (n == Integer.MAX_VALUE - 1) {
      throw wrong("is one line more than the %s that a flow may have".formatted(n + 1));
    }
    n++;
    nanos = time;
    device = sender;
    return true;
  }

  private int comma(int from) {
    int at = from;
    while (at < end && buffer[at] != ',') {
      at++;
    }
    return at;
  }

  /** Begin of a cell without the spaces before it. */
  private int leftOf(int from, int to) {
    int at = from;
    while (at < to && buffer[at] == ' ') {
      at++;
    }
    return at;
  }

  /** End of a cell without the spaces after it. */
  private int rightOf(int from, int to) {
    int at = to;
    while (at > from && buffer[at - 1] == ' ') {
      at--;
    }
    return at;
  }

  /** Finds the next line in the file. */
  private boolean nextLine() throws UsageException {
    int at = position;
    while (true) {
      while (at < limit && buffer[at] != '\n') {
        at++;
      }
      if (at < limit) {
        break;
      }
      int read = at - position;
      if (read > LONGEST_LINE) {
        line++;
        throw wrong("is longer than %s bytes".formatted(LONGEST_LINE));
      }
      if (!fill()) {
        if (limit == 0) {
          return false;
        }
        at = limit;
        break;
      }
      at = read;
    }
    line++;
    begin = position;
    end = at > begin && buffer[at - 1] == '\r' ? at - 1 : at;
    position = Math.min(at + 1, limit);
    return true;
  }

  /** Reads on, with the line that has begun at the begin of the buffer; false at the end. */
  private boolean fill() throws UsageException {
    System.arraycopy(buffer, position, buffer, 0, limit - position);
    limit -= position;
    position = 0;
    try {
      int read = in.read(buffer, limit, BUFFER - limit);
      limit += Math.max(0, read);
      return read > 0;
    } catch (IOException e) {
      throw file.unreadable(e);
    }
  }

  private UsageException wrong(String why) {
    return file.wrong("line " + line + ": " + why);
  }

  private String text(int from, int to) {
    return new String(buffer, from, to - from, StandardCharsets.UTF_8);
  }

  private static String shown(String text) {
    return text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text;
  }
}
