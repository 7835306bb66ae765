// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.terminal;

import io.fleetload.driver.Message;
import io.fleetload.jt808.profile.Jt808Flows;
import io.fleetload.jt808.profile.Jt808Flows.Extra;
import io.fleetload.jt808.profile.Jt808Profile;
import io.fleetload.jt808.profile.LocationStamp;
import io.fleetload.jt808.wire.FrameWriter;
import io.fleetload.jt808.wire.Item;
import io.fleetload.jt808.wire.Location;
import io.fleetload.stamp.Stamp;
import java.util.List;

/** Writes locations: the stamp, or the place of the track if no backend looks for the stamp. */
final class Locations {
  /** Bit of the alarm word: the driver raised it. */
  private static final int EMERGENCY = 1;

  /** Bit of the alarm word: too fast. */
  private static final int SPEEDING = 1 << 1;

  private static final int STATUS = Location.ACCESSORIES_ON | Location.POSITIONED;
  private static final long NANOS = 1_000_000_000;
  private static final int TANK = 800;
  private static final int SIGNAL = 24;

  private final LocationStamp stamps;
  private final Track track;
  private final boolean stamped;
  private final double alarmed;
  private final List<Extra> extras;
  private final int terminals;

  Locations(Jt808Profile profile, Track track) {
    Jt808Flows.Location location = profile.flows().location();
    this.stamps = new LocationStamp(profile);
    this.track = track;
    this.stamped = profile.backend();
    this.alarmed = location == null || location.alarm() == null ? 0 : location.alarm().fraction();
    this.extras = location == null ? List.of() : location.extras();
    this.terminals = profile.devices().count();
  }

  /** Writes the location of a message into the body that is begun. */
  void write(FrameWriter to, Message message) {
    Stamp stamp = message.stamp();
    long step = stamp.n() / terminals;
    Track.Place place = track.at(message.device(), step);
    long latitude = place.latitude();
    long longitude = place.longitude();
    if (stamped) {
      long bits = stamps.bits(stamp);
      latitude = LocationStamp.latitude(bits);
      longitude = LocationStamp.longitude(bits);
    }
    Location.write(
        to,
        alarm(stamp),
        STATUS,
        latitude,
        longitude,
        place.altitude(),
        place.speed(),
        place.direction(),
        stamp.sent() / NANOS);
    for (Extra each : extras) {
      switch (each) {
        case MILEAGE -> Item.write32(to, Item.MILEAGE, 100_000 + step);
        case FUEL -> Item.write16(to, Item.FUEL, TANK - (int) (step % TANK));
        case SIGNAL -> Item.write8(to, Item.SIGNAL, SIGNAL);
      }
    }
  }

  private int alarm(Stamp stamp) {
    if (stamp.flow().equals(Jt808Flows.ALERT)) {
      return EMERGENCY;
    }
    long n = stamp.n();
    return Math.floor((n + 1) * alarmed) > Math.floor(n * alarmed) ? SPEEDING : 0;
  }
}
