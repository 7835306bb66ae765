// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fleetload.profile.Arrivals;
import io.fleetload.profile.Closed;
import io.fleetload.profile.Doc;
import io.fleetload.profile.FileBesideProfile;
import io.fleetload.profile.LoadProfile.Flow;
import io.fleetload.profile.Rate;
import io.fleetload.profile.Share;
import io.fleetload.profile.Span;
import io.fleetload.profile.Stage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the terminals send. */
public record Jt808Flows(
    @Doc("0x0002, which a server wants to hear now and then") Heartbeat heartbeat,
    @Doc("0x0200, where a terminal is") Location location,
    @Doc("0x0200 with an alarm, which the platform answers with a command") Alert alert) {
  static final String HEARTBEAT = "heartbeat";
  static final String LOCATION = "location";
  static final String ALERT = "alert";

  /** What the terminals answer to commands. */
  static final String REPLY = "reply";

  private static final double NANOS = 1e9;

  /** A flow whose rate can be said as the time between two messages of a terminal. */
  interface Repeated extends Flow {
    @Doc("time between two messages of a terminal, instead of rate")
    Span every();

    @Override
    default String dueKey() {
      return every() != null ? "every" : Flow.super.dueKey();
    }
  }

  /** Signs of life. */
  public record Heartbeat(
      Rate rate, Span every, List<Stage> stages, Arrivals arrivals, Closed closed)
      implements Repeated {
    /** Fills in what the profile leaves open. */
    public Heartbeat {
      arrivals = Arrivals.orEven(arrivals, closed);
    }
  }

  /** What a location says besides the place. */
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
      Rate rate,
      Span every,
      List<Stage> stages,
      Arrivals arrivals,
      Closed closed,
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
      implements Repeated {
    /** Fills in what the profile leaves open. */
    public Location {
      arrivals = Arrivals.orEven(arrivals, closed);
      window = window == null ? 64 : window;
      blindSpot = blindSpot == null || blindSpot;
      extras = extras == null ? List.of() : List.copyOf(extras);
    }
  }

  /** What the platform commands. */
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
      Rate rate,
      Span every,
      List<Stage> stages,
      Arrivals arrivals,
      Closed closed,
      @Doc(value = "what the platform commands then", byDefault = "text") Command command)
      implements Repeated {
    /** Fills in what the profile leaves open. */
    public Alert {
      arrivals = Arrivals.orEven(arrivals, closed);
      command = command == null ? Command.TEXT : command;
    }
  }

  /** Those that are asked for, in the order of their names here. */
  Map<String, Repeated> byName() {
    Map<String, Repeated> byName = new LinkedHashMap<>();
    put(byName, HEARTBEAT, heartbeat);
    put(byName, LOCATION, location);
    put(byName, ALERT, alert);
    return byName;
  }

  private static void put(Map<String, Repeated> byName, String name, Repeated flow) {
    if (flow != null) {
      byName.put(name, flow);
    }
  }

  /** The same with the rates over the whole fleet that {@code every} comes to. */
  Jt808Flows withRates(int terminals) {
    Heartbeat h = heartbeat;
    Location l = location;
    Alert a = alert;
    return new Jt808Flows(
        h == null
            ? null
            : new Heartbeat(rate(h, terminals), h.every, h.stages, h.arrivals, h.closed),
        l == null
            ? null
            : new Location(
                rate(l, terminals),
                l.every,
                l.stages,
                l.arrivals,
                l.closed,
                l.limit,
                l.window,
                l.batch,
                l.blindSpot,
                l.track,
                l.alarm,
                l.extras),
        a == null
            ? null
            : new Alert(rate(a, terminals), a.every, a.stages, a.arrivals, a.closed, a.command));
  }

  private static Rate rate(Repeated flow, int terminals) {
    boolean other = flow.rate() != null || flow.stages() != null || flow.closed() != null;
    return flow.every() == null || flow.every().nanos() == 0 || other
        ? flow.rate()
        : new Rate(terminals * NANOS / flow.every().nanos());
  }
}
