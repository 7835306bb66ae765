// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration.book;

import io.fleetload.calibration.script.Act;
import io.fleetload.calibration.script.Script;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.BackendReading;
import io.fleetload.results.book.WrittenCommands;
import io.fleetload.results.run.DeviceClocks;
import io.fleetload.results.run.MessageSet;
import io.fleetload.stamp.Stamp;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The server's deeds in one run, on its own clock, and the messages that a backend behind it would
 * have received. The server's threads write it together.
 */
public final class ServerBook {
  private static final long UNKNOWN = Long.MIN_VALUE;

  private final Script script;
  private final Map<String, FlowDiary> flows = new HashMap<>();
  private final MessageSet commands = new MessageSet();
  private long flowsBegan = UNKNOWN;
  private long strangers;
  private long dropped;

  /** An empty book. */
  public ServerBook(Script script) {
    this.script = script;
    script.flows().forEach((name, flow) -> flows.put(name, new FlowDiary(flow)));
  }

  /**
   * A message came in.
   *
   * @param command whether the message asks for a command, which was written then
   */
  public synchronized void received(Stamp stamp, Act act, boolean command, long receivedEpoch) {
    if (flowsBegan == UNKNOWN && script.flow(stamp.flow()).schedule() != null) {
      flowsBegan = stamp.due() - script.flow(stamp.flow()).schedule().dueNanos(stamp.n());
    }
    if (command && act.reply().passesOn()) {
      commands.add(stamp.n());
    }
    flows.get(stamp.flow()).received(stamp, act, flowsBegan, receivedEpoch);
  }

  /** A message came in once more: the device's transport repeated it. */
  public synchronized void repeated(Stamp stamp) {
    flows.get(stamp.flow()).repeated(stamp);
  }

  /** A message without a stamp of the script came in. */
  public synchronized void stranger() {
    strangers++;
  }

  /** An answer was handed to the stack. */
  public synchronized void answered(Stamp stamp, Act act, long receivedEpoch, long handedEpoch) {
    flows.get(stamp.flow()).answered(stamp, act, receivedEpoch, handedEpoch);
  }

  /** The device's acknowledgement of an answer came back. */
  public synchronized void arrived(Stamp stamp, Act act, long handedEpoch, long acknowledgedEpoch) {
    flows.get(stamp.flow()).arrived(stamp, act, handedEpoch, acknowledgedEpoch);
  }

  /** The treatment of a flow. */
  public synchronized FlowDeeds deeds(String flow) {
    return flows.get(flow).deeds();
  }

  /** Messages without a stamp of the script. */
  public synchronized long strangers() {
    return strangers;
  }

  /** The host dropped datagrams, so many in all, before the server could read them. */
  public synchronized void dropped(long datagrams) {
    dropped = datagrams;
  }

  /** Datagrams that the host dropped before the server could read them. */
  public synchronized long dropped() {
    return dropped;
  }

  /** The half of the books that a backend would have written. */
  public synchronized BackendBook backend(String runId, String runName, double seconds) {
    Map<String, BackendBook.BackendFlow> received = new LinkedHashMap<>();
    flows.forEach((name, diary) -> received.put(name, diary.delivered()));
    received.computeIfPresent(
        "commandQuery",
        (name, queries) ->
            queries.with(new WrittenCommands(commands.copy(), Map.of(), new MessageSet())));
    return new BackendBook(
        BackendBook.VERSION,
        runId,
        runName,
        null,
        new BackendReading(true, true, null, seconds),
        received,
        DeviceClocks.UNKNOWN,
        new BackendBook.Strangers(0, 0),
        null);
  }
}
