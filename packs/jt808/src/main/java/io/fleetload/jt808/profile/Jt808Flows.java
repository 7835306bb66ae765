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
import java.util.Map;

/** Flows of the terminals. */
public record Jt808Flows(
    @Doc("0x0002, which a server wants to hear now and then") Heartbeat heartbeat,
    @Doc("0x0200, where a terminal is") Location location,
    @Doc("0x0200 with an alarm, which the platform answers with a command") Alert alert) {
  public static final String HEARTBEAT = "heartbeat";
  public static final String LOCATION = "location";
  public static final String ALERT = "alert";

  /** Name of the terminals' answers to commands. */
  public static final String REPLY = "reply";

  /** Signs of life. */
  public record Heartbeat(@Inline Timing timing) implements Flow {}

  /** Parts of a location besides the place. */
  public enum Extra {
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
  public record Batch(
      @Doc(value = "locations in a batch", required = true, least = 2, most = 30) Integer size,
      @Doc(value = "the longest that the first one waits for the others", byDefault = "5s")
          Span within) {
    /** Fills in what the profile leaves open. */
    public Batch {
      within = within == null ? Span.parse("5s") : within;
    }
  }

  /** Locations. */
  public record Location(
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
      implements Flow {
    /** Fills in what the profile leaves open. */
    public Location {
      window = window == null ? 64 : window;
      blindSpot = blindSpot == null || blindSpot;
      extras = extras == null ? List.of() : List.copyOf(extras);
    }
  }

  /** Command of the platform. */
  public enum Command {
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
  public record Alert(
      @Inline Timing timing,
      @Doc(value = "what the platform commands then", byDefault = "text") Command command)
      implements Flow {
    /** Fills in what the profile leaves open. */
    public Alert {
      command = command == null ? Command.TEXT : command;
    }
  }

  /** The flows that are asked for, in the order of their names here. */
  Map<String, Flow> byName() {
    return Flow.byName(this, Flow.class);
  }
}
