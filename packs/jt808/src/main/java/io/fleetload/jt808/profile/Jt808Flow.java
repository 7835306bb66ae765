// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.profile;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fleetload.profile.Flow;
import io.fleetload.profile.Timing;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.Inline;
import io.fleetload.quantity.FileBesideProfile;
import io.fleetload.quantity.Share;
import io.fleetload.quantity.Span;
import java.util.List;

/** A flow of the terminals, of any kind. */
public sealed interface Jt808Flow extends Flow
    permits Jt808Flow.Heartbeat, Jt808Flow.Location, Jt808Flow.Alert {
  /** The pack's word for the terminals' answers to the commands of a flow. */
  String REPLY = "reply";

  /** Name of the flow of the terminals' answers to the commands of a flow of alerts. */
  static String replies(String alerts) {
    return Flow.added(alerts, Alert.class, REPLY);
  }

  /** Signs of life. */
  @Doc("0x0002, which a server wants to hear now and then")
  record Heartbeat(@Inline Timing timing) implements Jt808Flow {}

  /** Parts of a location besides the place. */
  enum Extra {
    /** 0x01, in 0.1 km. */
    @JsonProperty("mileage")
    MILEAGE,
    /** 0x02, in 0.1 l. */
    @JsonProperty("fuel")
    FUEL,
    /** 0x30, of the mobile network. */
    @JsonProperty("signal")
    SIGNAL
  }

  /** Several locations in one 0x0704. */
  record Batch(
      @Doc(value = "locations in a batch", required = true, least = 2, most = 30) Integer size,
      @Doc(value = "the longest that the first one waits for the others", byDefault = "5s")
          Span within) {
    /** Fills in what the profile leaves open. */
    public Batch {
      within = within == null ? Span.parse("5s") : within;
    }
  }

  /** Locations. */
  @Doc("0x0200, where a terminal is")
  record Location(
      @Inline Timing timing,
      @Doc(
              value = "locations that each terminal sends in the measured phase, which it sets",
              byDefault = "as many as the measured phase has",
              least = 1,
              most = LocationStamp.MOST_ROUNDS)
          Integer limit,
      @Doc(
              value = "locations of a terminal that may be under way at once",
              byDefault = "64",
              least = 1,
              most = 1_000)
          Integer window,
      @Doc(value = "locations go in batches, 0x0704", byDefault = "each by itself, 0x0200")
          Batch batch,
      @Doc(
              value =
                  "what was due while a terminal had no connection goes in a batch of the kind"
                      + " \"blind spot\" afterwards",
              byDefault = "true")
          Boolean blindSpot,
      @Doc(
              value =
                  "a CSV file of latitude,longitude,altitude,speed,direction lines that terminals"
                      + " drive along, each from another line on; the places are the file's only"
                      + " with backend: false, as the ledger needs them for its stamps otherwise",
              byDefault = "a generated one")
          FileBesideProfile track,
      @Doc("locations with a bit of the alarm word set") Share alarm,
      @Doc("what a location says besides the place: mileage, fuel, signal") List<Extra> extras)
      implements Jt808Flow {
    /** Fills in what the profile leaves open. */
    public Location {
      window = window == null ? 64 : window;
      blindSpot = blindSpot == null || blindSpot;
      extras = extras == null ? List.of() : List.copyOf(extras);
    }
  }

  /** Command of the platform. */
  enum Command {
    /** 0x8300, a text; the terminal acknowledges it with 0x0001. */
    @JsonProperty("text")
    TEXT,
    /** 0x8103, set parameters; the terminal acknowledges it with 0x0001. */
    @JsonProperty("setParameters")
    SET_PARAMETERS,
    /** 0x8104, query parameters; the terminal answers with 0x0104. */
    @JsonProperty("queryParameters")
    QUERY_PARAMETERS,
    /** 0x8201, query the place; the terminal answers with 0x0201. */
    @JsonProperty("queryLocation")
    QUERY_LOCATION
  }

  /** Alarms that the platform answers. */
  @Doc("0x0200 with an alarm, which the platform answers with a command")
  record Alert(
      @Inline Timing timing,
      @Doc(value = "what the platform commands then", byDefault = "text") Command command)
      implements Jt808Flow {
    /** Fills in what the profile leaves open. */
    public Alert {
      command = command == null ? Command.TEXT : command;
    }
  }
}
