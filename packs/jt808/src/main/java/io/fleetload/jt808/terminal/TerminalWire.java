// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.terminal;

import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.RunClock;
import io.fleetload.jt808.profile.Jt808Profile;
import io.fleetload.jt808.wire.Frame;
import io.fleetload.jt808.wire.FrameWriter;
import io.fleetload.wire.NioLoop;
import java.util.function.Supplier;

/**
 * The parts that the terminals of a process share. All work on one thread, one after the other, so
 * one writer and one frame do for all.
 *
 * @param locations writes where they are
 * @param listener gets what the platform does by itself
 * @param writer makes the frames that a terminal sends
 * @param frame where a frame that a terminal receives is read
 */
public record TerminalWire(
    NioLoop loop,
    RunClock clock,
    Jt808Profile profile,
    Locations locations,
    Supplier<DeviceDriver.Listener> listener,
    FrameWriter writer,
    Frame frame) {

  public TerminalWire(
      NioLoop loop,
      RunClock clock,
      Jt808Profile profile,
      Locations locations,
      Supplier<DeviceDriver.Listener> listener) {
    this(loop, clock, profile, locations, listener, new FrameWriter(), new Frame());
  }
}
