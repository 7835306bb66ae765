// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.payload;

import io.fleetload.driver.Inbound;
import io.fleetload.stamp.Stamp;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;

/** The commands that the backend writes, as a device compares them with what came. */
public final class WrittenCommands {
  /** By the flow of the queries. */
  private final Map<String, DittoCommand> commands = new TreeMap<>();

  private final IntFunction<String> names;

  /**
   * No commands yet.
   *
   * @param names a device's name by its index
   */
  public WrittenCommands(IntFunction<String> names) {
    this.names = names;
  }

  /** Adds the commands that a flow of queries asks for. */
  public void add(String flow, String subject) {
    commands.put(flow, new DittoCommand(subject));
  }

  /** The command that came to a device, which answers it with {@code replyTo}. */
  public Inbound inbound(int device, String replyTo, byte[] found) {
    Stamp stamp = Stamp.find(found).orElse(null);
    return new Inbound(device, stamp, replyTo, stamp != null && !isAsWritten(found, stamp));
  }

  /** Returns whether a command has the body that the backend made around this stamp. */
  private boolean isAsWritten(byte[] found, Stamp stamp) {
    DittoCommand command = commands.get(stamp.flow());
    String id = new CorrelationId(stamp).text();
    return command != null
        && Arrays.equals(found, command.body(names.apply(stamp.device()), id, stamp));
  }
}
