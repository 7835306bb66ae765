// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.GroupBook;
import io.fleetload.results.book.Reconnects;
import io.fleetload.results.ledger.BooksEnd;
import io.fleetload.results.time.LatencySummary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One group of a fleet's devices: its sessions and its messages. Over all groups the counts add up
 * to those of {@link Connections} and of the flows. Where the devices of several groups share
 * sessions, no session is of one group, and all that is said of sessions is absent.
 *
 * @param devices how many devices it has
 * @param sessions sessions that the profile asks for; of a device that joins later from then on
 * @param connected those of them that opened, each counted once
 * @param notConnected sessions asked for that were not
 * @param attempts attempts at them, with retries
 * @param failedBy failed attempts by cause
 * @param disconnects sessions that the target or the network ended during the run
 * @param connectTime how long a successful attempt took
 * @param handshakes all handshakes that went well, the later ones as well
 * @param reconnects sessions that began again
 * @param wave devices that joined or left while messages flowed; absent where none was to
 * @param messages messages of its devices over all flows; absent where the books of shards do not
 *     agree on which device sends which message
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record GroupResult(
    long devices,
    Long sessions,
    Long connected,
    Long notConnected,
    Long attempts,
    Map<String, Long> failedBy,
    Long disconnects,
    LatencySummary connectTime,
    GroupHandshakes handshakes,
    Reconnects.ReconnectFigures reconnects,
    DeviceBook.WaveCounts wave,
    GroupMessages messages) {

  /**
   * Handshakes of a group.
   *
   * @param full the ones that negotiated a new session
   * @param resumed the ones that resumed a session
   */
  public record GroupHandshakes(long full, long resumed) {}

  /**
   * Messages of a group's devices that were due in the measured phase, over all flows.
   *
   * @param counts what became of them at the devices
   * @param delivered confirmed and received by the backend, of the flows that a backend receives;
   *     absent without such a flow, and where the backend had not read everything
   * @param lost confirmed, never received by the backend; absent likewise
   * @param duplicate arrivals of a message that had arrived before; absent without a backend
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record GroupMessages(
      @JsonUnwrapped FlowResult.Counts counts, Long delivered, Long lost, Long duplicate) {}

  /** Returns whether it was to have sessions and has not one. */
  public boolean hasNoSession() {
    return sessions != null && sessions > 0 && connected == 0;
  }

  /**
   * Joins the books, group by group.
   *
   * @param backend the backend's half, or null if there is no backend
   * @param end how far they can be compared
   * @return by group; null of a fleet without groups
   */
  static Map<String, GroupResult> of(DeviceBook device, BackendBook backend, BooksEnd end) {
    if (device.groups() == null) {
      return null;
    }
    List<GroupMessages> messages = GroupSums.of(device, backend, end);
    Map<String, GroupResult> byGroup = new LinkedHashMap<>();
    for (int i = 0; i < device.groups().size(); i++) {
      GroupBook book = device.groups().get(i);
      byGroup.put(book.name(), of(book, messages == null ? null : messages.get(i)));
    }
    return byGroup;
  }

  private static GroupResult of(GroupBook book, GroupMessages messages) {
    DeviceBook.FleetCounts sessions = book.sessions();
    if (sessions == null) {
      return new GroupResult(
          book.devices(), null, null, null, null, null, null, null, null, null, null, messages);
    }
    return new GroupResult(
        book.devices(),
        sessions.asked(),
        sessions.connected(),
        Math.max(0, sessions.asked() - sessions.connected()),
        sessions.attempts(),
        sessions.failed(),
        sessions.disconnects(),
        sessions.connectTime().estimates(),
        new GroupHandshakes(book.full(), book.resumed()),
        sessions.reconnects() == null ? null : sessions.reconnects().figures(),
        sessions.wave(),
        messages);
  }
}
