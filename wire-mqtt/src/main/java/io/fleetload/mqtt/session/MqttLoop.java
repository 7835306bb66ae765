// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.session;

import io.fleetload.driver.WireLoop;
import io.fleetload.mqtt.packet.PacketWriter;
import io.fleetload.mqtt.packet.PublishView;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The parts that all sessions of a thread share: one buffer to write into, one view to read with,
 * one timer. What a session writes in one go leaves by one write to the network: at the end of what
 * was read, when another session writes, or at the end of the loop's turn.
 */
public final class MqttLoop {
  private static final int FULL = 1 << 15;
  private static final int MOST_LIMITS = 64;

  private final WireLoop loop;
  private final KeepAliveWheel wheel;
  private final PublishView view = new PublishView();
  private final PacketWriter writer = new PacketWriter();
  private final Map<ServerLimits, ServerLimits> limits = new HashMap<>();
  private final Runnable endOfTurn = this::endTurn;
  private MqttSession pending;
  private boolean scheduled;

  /**
   * Parts of the sessions of one thread.
   *
   * @param nanos the clock of the loop, {@link System#nanoTime()}
   */
  public MqttLoop(WireLoop loop, LongSupplier nanos) {
    this.loop = loop;
    this.wheel = new KeepAliveWheel(loop, nanos);
  }

  PublishView view() {
    return view;
  }

  KeepAliveWheel wheel() {
    return wheel;
  }

  /** The writer, with nothing in it but what the session wrote before. */
  PacketWriter writer(MqttSession session) {
    if (pending != session || writer.size() > FULL) {
      flush();
      pending = session;
      if (!scheduled) {
        scheduled = true;
        loop.execute(endOfTurn);
      }
    }
    return writer;
  }

  /** Writes what was not written yet, of whichever session. */
  void flush() {
    MqttSession session = pending;
    pending = null;
    if (session != null) {
      // Cleared first, as the end of a connection may make other sessions write.
      ByteBuffer packets = writer.view();
      writer.clear();
      session.flush(packets);
    }
  }

  /** Writes what was not written yet, unless it is of a session that is about to write more. */
  void flushOthers(MqttSession session) {
    if (pending != session) {
      flush();
    }
  }

  /** Forgets what a session wrote into a connection that is over. */
  void forget(MqttSession session) {
    if (pending == session) {
      pending = null;
      writer.clear();
    }
  }

  private void endTurn() {
    scheduled = false;
    flush();
  }

  /** The one record of those limits, which many sessions have. */
  ServerLimits shared(ServerLimits set) {
    ServerLimits same = limits.get(set);
    if (same == null && limits.size() < MOST_LIMITS) {
      limits.put(set, set);
    }
    return same == null ? set : same;
  }
}
