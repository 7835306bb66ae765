// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.terminal;

import io.fleetload.driver.Message;
import io.fleetload.jt808.profile.Jt808Flow;
import io.fleetload.jt808.profile.Jt808Flow.Extra;
import io.fleetload.jt808.profile.Jt808Profile;
import io.fleetload.jt808.profile.LocationStamp;
import io.fleetload.jt808.wire.FrameWriter;
import io.fleetload.jt808.wire.Item;
import io.fleetload.jt808.wire.Location;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Flow;
import io.fleetload.stamp.Stamp;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
  private final boolean stamped;
  private final Map<String, Form> forms = new HashMap<>();

  /**
   * Content of the messages of a flow.
   *
   * @param alert whether they are alarms that a driver raised
   * @param alarmed share of the others that have an alarm
   * @param turns how many terminals take turns at sending them
   */
  private record Form(boolean alert, Track track, double alarmed, List<Extra> extras, int turns) {
    int alarm(long n) {
      if (alert) {
        return EMERGENCY;
      }
      return Math.floor((n + 1) * alarmed) > Math.floor(n * alarmed) ? SPEEDING : 0;
    }
  }

  /**
   * The locations of a profile's flows.
   *
   * @throws UsageException if the file of a track cannot be read, or a line of it is no place
   */
  Locations(Jt808Profile profile) throws UsageException {
    this.stamps = new LocationStamp(profile);
    this.stamped = profile.backend();
    Map<String, Jt808Flow.Location> locations = Flow.of(Jt808Flow.Location.class, profile.flows());
    for (Map.Entry<String, Jt808Flow.Location> each : locations.entrySet()) {
      Jt808Flow.Location flow = each.getValue();
      double alarmed = flow.alarm() == null ? 0 : flow.alarm().fraction();
      int turns = profile.turns(each.getKey()).devices();
      Track track = Track.of(each.getKey(), flow);
      forms.put(each.getKey(), new Form(false, track, alarmed, flow.extras(), turns));
    }
    Flow.of(Jt808Flow.Alert.class, profile.flows())
        .forEach((name, flow) -> addAlerts(name, flow, locations, profile));
  }

  /** An alert is where the first locations of the same terminals are, and says what they say. */
  private void addAlerts(
      String name,
      Jt808Flow.Alert flow,
      Map<String, Jt808Flow.Location> locations,
      Jt808Profile profile) {
    String of = flow.timing().of();
    Form place =
        locations.entrySet().stream()
            .filter(
                each -> {
                  String others = each.getValue().timing().of();
                  return others == null || others.equals(of);
                })
            .findFirst()
            .map(each -> forms.get(each.getKey()))
            .orElse(new Form(false, Track.generated(), 0, List.of(), 1));
    int turns = profile.turns(name).devices();
    forms.put(name, new Form(true, place.track, 0, place.extras, turns));
    forms.put(
        Jt808Flow.replies(name), new Form(false, place.track, place.alarmed, place.extras, turns));
  }

  /** Writes the location of a message into the body that is begun. */
  void write(FrameWriter to, Message message) {
    Stamp stamp = message.stamp();
    Form form = forms.get(stamp.flow());
    long step = stamp.n() / form.turns;
    Track.Place place = form.track.at(message.device(), step);
    long latitude = place.latitude();
    long longitude = place.longitude();
    if (stamped) {
      long bits = stamps.bits(stamp);
      latitude = LocationStamp.latitude(bits);
      longitude = LocationStamp.longitude(bits);
    }
    Location.write(
        to,
        form.alarm(stamp.n()),
        STATUS,
        latitude,
        longitude,
        place.altitude(),
        place.speed(),
        place.direction(),
        stamp.sent() / NANOS);
    for (Extra each : form.extras) {
      switch (each) {
        case MILEAGE -> Item.write32(to, Item.MILEAGE, 100_000 + step);
        case FUEL -> Item.write16(to, Item.FUEL, TANK - (int) (step % TANK));
        case SIGNAL -> Item.write8(to, Item.SIGNAL, SIGNAL);
      }
    }
  }
}
