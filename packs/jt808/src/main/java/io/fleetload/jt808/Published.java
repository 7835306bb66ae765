// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.driver.ArrivalBook;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads what a platform publishes, named by the message's id: {@code 0x0200} as text {@code
 * phone,latitude,longitude,timestamp}, {@code 0x0704} as JSON with such locations.
 */
final class Published {
  static final String LOCATION = "0x0200";
  static final String BATCH = "0x0704";
  static final List<String> SUBJECTS = List.of(LOCATION, BATCH);

  private static final ObjectMapper JSON = new ObjectMapper();

  private final PhoneBook phones;
  private final LocationStamp stamps;
  private final RunId run;

  Published(Jt808Profile profile, RunId run) {
    this.phones = new PhoneBook(profile.devices());
    this.stamps = new LocationStamp(profile);
    this.run = run;
  }

  /**
   * Reads a message.
   *
   * @param received when it came, ns since the epoch
   * @param book where what is none of this run's is counted
   * @param location told of each location with a stamp
   */
  void read(
      String subject, byte[] data, long received, ArrivalBook book, Consumer<Stamp> location) {
    try {
      if (subject.equals(LOCATION)) {
        String[] fields = new String(data, StandardCharsets.US_ASCII).split(",", -1);
        take(
            fields[0],
            Long.parseLong(fields[1]),
            Long.parseLong(fields[2]),
            received,
            book,
            location);
      } else {
        JsonNode all = JSON.readTree(data).path("locations");
        for (JsonNode each : all) {
          take(
              each.path("phone").asText(),
              each.path("latitude").asLong(-1),
              each.path("longitude").asLong(-1),
              received,
              book,
              location);
        }
      }
    } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
      book.unstamped();
    }
  }

  private void take(
      String phone,
      long latitude,
      long longitude,
      long received,
      ArrivalBook book,
      Consumer<Stamp> location) {
    Optional<Stamp> stamp = stamp(phone, latitude, longitude, received);
    if (stamp.isPresent()) {
      location.accept(stamp.get());
    } else if (phones.index(phone) < 0) {
      book.foreign();
    } else {
      book.unstamped();
    }
  }

  /** The stamp of a location; nothing where it has none, or is of no terminal of this run. */
  Optional<Stamp> stamp(String phone, long latitude, long longitude, long received) {
    int device = phones.index(phone);
    return device < 0 ? Optional.empty() : stamps.stamp(run, device, latitude, longitude, received);
  }
}
