// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.jt808.profile.Jt808Profile;
import io.fleetload.jt808.profile.LocationStamp;
import io.fleetload.jt808.profile.PhoneBook;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Reads what a platform publishes, named by the message's id: {@code 0x0200} as text {@code
 * phone,latitude,longitude,timestamp}, {@code 0x0704} as JSON with such locations.
 */
public final class PublishedMessages {
  public static final String LOCATION = "0x0200";
  public static final String BATCH = "0x0704";
  public static final List<String> SUBJECTS = List.of(LOCATION, BATCH);

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Jt808Profile profile;
  private final PhoneBook phones;
  private final LocationStamp stamps;
  private final RunId run;

  public PublishedMessages(Jt808Profile profile, RunId run) {
    this.profile = profile;
    this.phones = new PhoneBook(profile.devices());
    this.stamps = new LocationStamp(profile);
    this.run = run;
  }

  /** Gets what a message holds. */
  public interface Listener {
    /** A location with a stamp. */
    void location(Stamp stamp);

    /** A location, or a whole message, that no terminal of a run sent. */
    void unstamped();

    /** A location of another terminal than this run's. */
    void foreign();
  }

  /**
   * Reads a message, whatever it holds.
   *
   * @param received when it came, ns since the epoch
   */
  public void read(String subject, byte[] data, long received, Listener listener) {
    try {
      if (subject.equals(LOCATION)) {
        String[] fields = new String(data, StandardCharsets.US_ASCII).split(",", -1);
        long latitude = Long.parseLong(fields[1]);
        take(fields[0], latitude, Long.parseLong(fields[2]), received, listener);
        return;
      }
      JsonNode all = JSON.readTree(data).path("locations");
      if (!all.isArray()) {
        listener.unstamped();
        return;
      }
      for (JsonNode each : all) {
        long latitude = each.path("latitude").asLong(-1);
        long longitude = each.path("longitude").asLong(-1);
        take(each.path("phone").asText(), latitude, longitude, received, listener);
      }
    } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
      listener.unstamped();
    }
  }

  /** Takes one location. */
  public void take(String phone, long latitude, long longitude, long received, Listener listener) {
    Optional<Stamp> stamp =
        stamp(phone, latitude, longitude, received)
            // A reply comes on a subject of its own; a place that looks like one is not a reply.
            .filter(each -> profile.flows().containsKey(each.flow()));
    if (stamp.isPresent()) {
      listener.location(stamp.get());
    } else if (phones.index(phone) < 0) {
      listener.foreign();
    } else {
      listener.unstamped();
    }
  }

  /** The stamp of a location; nothing where it has none, or is of no terminal of this run. */
  Optional<Stamp> stamp(String phone, long latitude, long longitude, long received) {
    int device = phones.index(phone);
    return device < 0 ? Optional.empty() : stamps.stamp(run, device, latitude, longitude, received);
  }
}
