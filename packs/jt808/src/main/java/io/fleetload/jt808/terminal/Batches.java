// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.terminal;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink.Exchange;
import io.fleetload.driver.Message;
import io.fleetload.jt808.profile.Jt808Flow.Location;
import io.fleetload.jt808.wire.LocationBatch;
import java.util.ArrayList;
import java.util.List;

/**
 * The locations of one terminal and flow that wait to go together in one 0x0704: those of a batch
 * until it is full or waited long enough, those of a blind spot until the loop did all that is due
 * now.
 */
final class Batches {
  /** Number of locations that fit one frame most of the time. */
  private static final int MOST_OF_BLIND_SPOT = 20;

  private final TerminalWire wire;
  private final Location settings;
  private final Sender sender;
  private List<WaitingLocation> normal = List.of();
  private List<WaitingLocation> blind = List.of();

  /** A location that waits for its batch. */
  record WaitingLocation(Message message, Exchange exchange) {}

  /** Sends a batch that is complete. */
  @FunctionalInterface
  interface Sender {
    /**
     * Sends it.
     *
     * @param type {@link LocationBatch#NORMAL} or {@link LocationBatch#BLIND_SPOT}
     */
    void send(int type, List<WaitingLocation> locations);
  }

  /**
   * Batches of one terminal.
   *
   * @param settings what the profile says of the flow
   */
  Batches(TerminalWire wire, Location settings, Sender sender) {
    this.wire = wire;
    this.settings = settings;
    this.sender = sender;
  }

  /**
   * Takes a location that goes in a batch.
   *
   * @param opened when the session was opened, ns since the epoch
   * @return false where it goes by itself
   */
  boolean take(Message message, Exchange exchange, long opened) {
    if (settings.blindSpot() && message.stamp().due() < opened) {
      if (blind.isEmpty()) {
        blind = new ArrayList<>();
        wire.loop().execute(this::flushBlind);
      }
      blind.add(new WaitingLocation(message, exchange));
      if (blind.size() == MOST_OF_BLIND_SPOT) {
        flushBlind();
      }
      return true;
    }
    if (settings.batch() == null) {
      return false;
    }
    if (normal.isEmpty()) {
      List<WaitingLocation> begun = new ArrayList<>(settings.batch().size());
      normal = begun;
      wire.loop().after(settings.batch().within().nanos(), () -> waitedLong(begun));
    }
    normal.add(new WaitingLocation(message, exchange));
    if (normal.size() == settings.batch().size()) {
      flushNormal();
    }
    return true;
  }

  private void waitedLong(List<WaitingLocation> begun) {
    if (normal == begun) {
      flushNormal();
    }
  }

  private void flushNormal() {
    List<WaitingLocation> all = normal;
    normal = List.of();
    send(LocationBatch.NORMAL, all);
  }

  private void flushBlind() {
    List<WaitingLocation> all = blind;
    blind = List.of();
    send(LocationBatch.BLIND_SPOT, all);
  }

  private void send(int type, List<WaitingLocation> locations) {
    if (!locations.isEmpty()) {
      sender.send(type, locations);
    }
  }

  /** Sends what waits for more, as the terminal is about to leave. */
  void flush() {
    flushNormal();
    flushBlind();
  }

  /** Forgets a location; says whether it waited here. */
  boolean forget(Exchange exchange) {
    return forget(normal, exchange) || forget(blind, exchange);
  }

  private static boolean forget(List<WaitingLocation> waiting, Exchange exchange) {
    // The list of a batch that was not begun cannot be changed.
    return !waiting.isEmpty() && waiting.removeIf(each -> each.exchange == exchange);
  }

  /** Fails all that waits. */
  void fail(Cause cause) {
    List<WaitingLocation> all = new ArrayList<>(normal);
    all.addAll(blind);
    normal = List.of();
    blind = List.of();
    all.forEach(each -> each.exchange.failed(cause));
  }
}
