// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.figure;

import static io.fleetload.results.figure.FigureKind.Better.HIGHER;
import static io.fleetload.results.figure.FigureKind.Better.LOWER;
import static io.fleetload.results.figure.FigureKind.Better.NEITHER;
import static io.fleetload.results.figure.FigureKind.Trait.AFTER_THE_VERDICT;
import static io.fleetload.results.figure.FigureKind.Trait.ANNOUNCEMENTS;
import static io.fleetload.results.figure.FigureKind.Trait.BETWEEN_CLOCKS;
import static io.fleetload.results.figure.FigureKind.Trait.CLOSED_FLOW;
import static io.fleetload.results.figure.FigureKind.Trait.COMMANDS;
import static io.fleetload.results.figure.FigureKind.Trait.GROWING;
import static io.fleetload.results.figure.FigureKind.Trait.LIMITS;
import static io.fleetload.results.figure.FigureKind.Trait.OPEN_FLOW;
import static io.fleetload.results.figure.FigureKind.Trait.PARTS;
import static io.fleetload.results.figure.FigureKind.Trait.PER_WINDOW;
import static io.fleetload.results.figure.FigureKind.Trait.RECEIVERS;
import static io.fleetload.results.figure.FigureKind.Trait.STORE;
import static io.fleetload.results.figure.Unit.BYTES;
import static io.fleetload.results.figure.Unit.COUNT;
import static io.fleetload.results.figure.Unit.MEGABYTES;
import static io.fleetload.results.figure.Unit.MILLIS;
import static io.fleetload.results.figure.Unit.RATE;
import static io.fleetload.results.figure.Unit.SECONDS;
import static io.fleetload.results.figure.Unit.SECONDS_PER_MILLION;
import static io.fleetload.results.figure.Unit.SHARE;

import io.fleetload.results.ledger.Ledger;
import io.fleetload.results.ledger.Losses;
import io.fleetload.results.limit.LimitKind;
import io.fleetload.results.time.LatencySummary;
import io.fleetload.results.time.Leg;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Every figure that a result can have, declared once and in the order of a result. */
public final class FigureCatalogue {
  private static final FigureCatalogue DECLARED = new FigureCatalogue();

  private static final Pattern UNIT_IN_NAME =
      Pattern.compile("Ms$|[sS]econds$|Mb$|cpuSecondsPerMillionMessages");

  private final List<FigureKind> kinds = new ArrayList<>();
  private final Map<String, FigureKind> byPath = new HashMap<>();

  private FigureCatalogue() {
    in("").add(SECONDS, NEITHER, "measuredSeconds");
    devices();
    flows();
    tenants();
    groups();
    commands();
    announcements();
    in("ledger").ledger().invented().add(COUNT, LOWER, "unstamped", "foreign");
    simulator("generator");
    in("generator").times("pacing", NEITHER).times("capped", NEITHER);
    simulator("health.backend");
    in("shards.*")
        .add(COUNT, NEITHER, "devices")
        .add(RATE, NEITHER, "asked")
        .add(RATE, HIGHER, "reached")
        .add(COUNT, LOWER, "failed", "lost")
        .add("response p99", MILLIS, LOWER, "p99Ms")
        .add("lag p99", MILLIS, NEITHER, "lagP99Ms");
    in("health.host")
        .add(COUNT, NEITHER, "processors")
        .add(SHARE, NEITHER, "run", "others", "othersPeak", "maxOthers");
    in("start").add(MILLIS, LOWER, "skewMs", "leastSkewMs", "spreadMs");
    in("warmUp")
        .add(SECONDS, NEITHER, "seconds")
        .add(COUNT, NEITHER, "unsent", "underWay")
        .add(RATE, NEITHER, "perSecond")
        .add(COUNT, LOWER, "backlog");
    target();
    disturb();
    limits();
    in("clock")
        .add(MILLIS, NEITHER, "offsetMs", "uncertaintyMs", "correctedMs", "shardsApartMs")
        .add(COUNT, NEITHER, "samples", "uncorrected");
    kinds.forEach(each -> byPath.putIfAbsent(each.path(), each));
  }

  /** All of them. */
  public static List<FigureKind> kinds() {
    return List.copyOf(DECLARED.kinds);
  }

  /** The kind that is declared under that path. */
  public static FigureKind kind(String path) {
    return Optional.ofNullable(DECLARED.byPath.get(path))
        .orElseThrow(() -> new IllegalArgumentException("no figure " + path));
  }

  /**
   * The kind of a figure by its name, such as {@code flows.telemetry.response.p99}; a ratio of two
   * figures is of none.
   */
  public static Optional<FigureKind> kindOf(String name) {
    return kindOf(name, 0);
  }

  /** The same where the letters of the name may be small or capital. */
  public static Optional<FigureKind> kindInAnyCase(String name) {
    return kindOf(name).or(() -> kindOf(name, Pattern.CASE_INSENSITIVE));
  }

  private static Optional<FigureKind> kindOf(String name, int flags) {
    String named = LatencySummary.named(name);
    return name.contains(FigurePath.RATIO)
        ? Optional.empty()
        : DECLARED.kinds.stream()
            .filter(each -> each.names(flags).matcher(named).matches())
            .findFirst();
  }

  /** Returns whether the figure of that name is the count of a cause: 0 where it has no key. */
  public static boolean isCountByCause(String name) {
    return kindOf(name).map(FigureKind::path).filter(path -> path.endsWith(".*")).isPresent();
  }

  /**
   * Units of the figures with names that do not say their unit, by path: of a {@link
   * LatencySummary} its own path for all its times. All others are counts.
   */
  public static Map<String, String> units() {
    Map<String, String> units = new LinkedHashMap<>();
    for (FigureKind kind : DECLARED.kinds) {
      String key = kind.keys().get(kind.keys().size() - 1);
      if (kind.unit() != COUNT && !UNIT_IN_NAME.matcher(key).find()) {
        boolean time = kind.unit() == MILLIS && LatencySummary.TIMES.contains(key);
        String path = kind.path();
        units.put(
            time ? path.substring(0, path.lastIndexOf('.')) : path,
            kind.unit() == SHARE ? "0 to 1" : kind.unit().word());
      }
    }
    return units;
  }

  /** The sign of the unit after a value of the figure of that name; empty for a ratio. */
  public static String unitOf(String name) {
    return kindOf(name).map(kind -> kind.unit().sign()).orElse("");
  }

  private void devices() {
    in("devices")
        .add(COUNT, NEITHER, "asked", "connected")
        .add(COUNT, LOWER, "notConnected")
        .add(COUNT, NEITHER, "attempts")
        .byCause("failedBy")
        .add(COUNT, LOWER, "disconnects", "unexpectedAnswers")
        .times("connectTime", LOWER);
    in("devices.handshakes")
        .add(COUNT, NEITHER, "attempted", "succeeded")
        .add(COUNT, LOWER, "failed")
        .byCause("failedBy")
        .add(COUNT, NEITHER, "full", "resumed", "withConnectionId")
        .add(RATE, HIGHER, "connectRate", "peakRate");
    in("devices.targetClock", PARTS)
        .add(MILLIS, NEITHER, "offsetMs", "uncertaintyMs", "correctedMs", "shardsApartMs")
        .add(COUNT, NEITHER, "samples")
        .add(COUNT, LOWER, "withoutTime", "contradicting");
    in("devices.wave").add(COUNT, NEITHER, "joined", "connected", "left");
    in("devices.reconnects").reconnects();
    in("devices.reconnects.outage")
        .add(COUNT, LOWER, "sessions", "mostAtOnce", "notBack")
        .times("goneFor", LOWER)
        .add(MILLIS, LOWER, "recoveryMs")
        .add(COUNT, LOWER, "messagesFailed", "messagesLate");
  }

  private void flows() {
    in("flows.*.closed", CLOSED_FLOW)
        .add(COUNT, NEITHER, "users", "iterations", "total")
        .add(SECONDS, NEITHER, "thinkSeconds")
        .add(COUNT, LOWER, "undone")
        .add(SECONDS, LOWER, "doneAfterSeconds");
    in("flows.*", OPEN_FLOW, PER_WINDOW).add(RATE, NEITHER, "asked").add(SHARE, HIGHER, "achieved");
    in("flows.*", PER_WINDOW)
        .add(RATE, HIGHER, "reached")
        .add(COUNT, NEITHER, "scheduled", "sent", "ok")
        .times("response", LOWER);
    in("flows.*", PER_WINDOW, GROWING)
        .add(COUNT, LOWER, "failed", "retransmitted")
        .byCause("failedBy");
    in("flows.*", LIMITS).add(COUNT, NEITHER, "refused");
    in("flows.*")
        .add(COUNT, LOWER, "notSent")
        .byCause("notSentBy")
        .add(COUNT, LOWER, "unsettled")
        .times("service", LOWER)
        .add(COUNT, NEITHER, "received", "responses")
        .add(COUNT, LOWER, "missingResponses");
    in("flows.*.parts", PARTS, BETWEEN_CLOCKS).times("*", LOWER);
    in("flows.*.bytes", PARTS)
        .add("bytes sent", BYTES, NEITHER, "sent")
        .add("bytes received", BYTES, NEITHER, "received");
    in("flows.*", BETWEEN_CLOCKS).times("endToEnd", LOWER);
    in("flows.*.ledger").ledger().invented();
    in("flows.*.warmUp")
        .add(COUNT, NEITHER, "scheduled", "sent", "sentInPeriod", "ok")
        .add(COUNT, LOWER, "failed")
        .byCause("failedBy")
        .add(COUNT, LOWER, "notSent")
        .byCause("notSentBy")
        .add(COUNT, LOWER, "unsettled", "retransmitted");
    in("flows.*.warmUp", LIMITS).add(COUNT, NEITHER, "refused");
    in("flows.*.warmUpLedger").ledger();
    in("flows.*.cold")
        .add(COUNT, NEITHER, "count", "inMeasured", "ok")
        .add(COUNT, LOWER, "failed")
        .byCause("failedBy")
        .times("response", LOWER);
  }

  private void tenants() {
    in("tenants.*")
        .add(COUNT, NEITHER, "weight", "devices", "sessions")
        .add(COUNT, HIGHER, "connected");
    in("tenants.*.flows.*", OPEN_FLOW, PER_WINDOW).add(SHARE, HIGHER, "achieved");
    in("tenants.*.flows.*", PER_WINDOW)
        .add(COUNT, NEITHER, "scheduled")
        .add(COUNT, HIGHER, "sent", "ok")
        .add(COUNT, LOWER, "failed")
        .times("response", LOWER);
    in("tenants.*.flows.*")
        .add(COUNT, LOWER, "notSent")
        .byCause("notSentBy")
        .add(COUNT, HIGHER, "delivered")
        .add(COUNT, LOWER, "unsettled", "lost", "duplicate");
  }

  private void groups() {
    in("groups.*")
        .add(COUNT, NEITHER, "devices", "sessions")
        .add(COUNT, HIGHER, "connected")
        .add(COUNT, LOWER, "notConnected")
        .add(COUNT, NEITHER, "attempts")
        .byCause("failedBy")
        .add(COUNT, LOWER, "disconnects")
        .times("connectTime", LOWER);
    in("groups.*.handshakes").add(COUNT, NEITHER, "full", "resumed");
    in("groups.*.wave").add(COUNT, NEITHER, "joined", "connected", "left");
    in("groups.*.reconnects").reconnects();
    in("groups.*.messages")
        .add(COUNT, NEITHER, "scheduled", "sent", "ok")
        .add(COUNT, LOWER, "failed")
        .byCause("failedBy")
        .add(COUNT, LOWER, "notSent")
        .byCause("notSentBy")
        .add(COUNT, LOWER, "unsettled", "retransmitted")
        .add(COUNT, HIGHER, "delivered")
        .add(COUNT, LOWER, "lost", "duplicate");
    in("groups.*.messages", LIMITS).add(COUNT, NEITHER, "refused");
  }

  private void commands() {
    in("commands", COMMANDS)
        .add(COUNT, NEITHER, "queriesReceived", "written")
        .add(COUNT, LOWER, "writeFailed", "writeUnknown")
        .add(COUNT, NEITHER, "received")
        .add(COUNT, LOWER, "missed", "refused")
        .add(COUNT, NEITHER, "answered", "answersSeen")
        .add(COUNT, LOWER, "answersLost", "deliveredUnconfirmed", "duplicate", "misdelivered")
        .add(COUNT, LOWER, "altered", "unaccounted");
    for (Leg leg : Leg.values()) {
      (leg.spansClocks()
              ? in("commands.legs", COMMANDS, BETWEEN_CLOCKS)
              : in("commands.legs", COMMANDS))
          .times(leg.key(), LOWER);
    }
  }

  private void announcements() {
    for (String event : new String[] {"begins", "ends"}) {
      in("announcements.*." + event, ANNOUNCEMENTS)
          .add(COUNT, NEITHER, "sessions")
          .add(COUNT, HIGHER, "announced")
          .add(COUNT, LOWER, "missing")
          .add(COUNT, NEITHER, "received")
          .add(COUNT, LOWER, "duplicate", "misdelivered", "invented")
          .add(COUNT, NEITHER, "foreign", "ofFailedAttempts", "afterRun");
      in("announcements.*." + event, ANNOUNCEMENTS, BETWEEN_CLOCKS).times("late", LOWER);
    }
  }

  private void simulator(String path) {
    in(path)
        .times("lag", NEITHER)
        .times("loopDelay", NEITHER)
        .add(
            MILLIS,
            NEITHER,
            "lagLimitMs",
            "gcPauseMs",
            "longestGcPauseMs",
            "longestStallMs",
            "napMs")
        .add(SECONDS, NEITHER, "cpuSeconds")
        .add(COUNT, NEITHER, "udpDropped");
    in(path + ".cpu").add(SHARE, NEITHER, "process", "thread", "stolen");
  }

  private void target() {
    in("target", AFTER_THE_VERDICT)
        .add("cpu", SECONDS_PER_MILLION, LOWER, "cpuSecondsPerMillionMessages");
    in("target.network", AFTER_THE_VERDICT).add(COUNT, LOWER, "tcpRetransmitted");
    in("target.network.interfaces.*", AFTER_THE_VERDICT)
        .add(MEGABYTES, NEITHER, "receivedMb", "sentMb")
        .add(COUNT, NEITHER, "receivedPackets", "sentPackets")
        .add(COUNT, LOWER, "receiveDrops", "sendDrops");
    in("target.network.udp", AFTER_THE_VERDICT)
        .add(COUNT, NEITHER, "received", "sent")
        .add(COUNT, LOWER, "receiveErrors", "receiveBufferErrors", "sendBufferErrors");
    for (String period : new String[] {"target.amqp", "target.amqp.warmUp"}) {
      in(period, AFTER_THE_VERDICT).add(COUNT, LOWER, "noCredit", "timeouts");
    }
  }

  private void disturb() {
    in("disturb.*")
        .add(COUNT, LOWER, "devicesOut", "mostAtOnce", "notBack")
        .add(MILLIS, LOWER, "back", "recovered");
    for (String part : new String[] {"disturb.*", "disturb.*.flows.*"}) {
      in(part)
          .add(COUNT, NEITHER, "due", "ok")
          .add(COUNT, LOWER, "failed")
          .byCause("failedBy")
          .add(COUNT, LOWER, "notSent")
          .byCause("notSentBy")
          .add(COUNT, LOWER, "unsettled", "late", "lost");
    }
    in("disturb.*", COMMANDS).add(COUNT, LOWER, "commandsLate", "commandsLost");
  }

  private void limits() {
    for (LimitKind kind : LimitKind.values()) {
      Unit unit =
          switch (kind) {
            case MESSAGES -> RATE;
            case BYTES -> BYTES;
            case CONNECTIONS -> COUNT;
          };
      String path = "limits." + kind.key();
      in(path, LIMITS).add(unit, NEITHER, "limit");
      for (String part : new String[] {path, path + ".tenants.*"}) {
        in(part, LIMITS)
            .add(unit, NEITHER, "reached")
            .add(COUNT, NEITHER, "refused")
            .add(COUNT, LOWER, "refusedBelow", "acceptedAbove");
        if (kind == LimitKind.CONNECTIONS) {
          in(part, LIMITS).add(COUNT, NEITHER, "keptOut");
        } else {
          in(part, LIMITS).add(COUNT, LOWER, "refusedDelivered");
        }
      }
    }
  }

  private Section in(String path, FigureKind.Trait... traits) {
    return new Section(path.isEmpty() ? List.of() : List.of(path.split("\\.")), Set.of(traits));
  }

  /** A part of a result, to which figures are added. */
  private final class Section {
    private final List<String> path;
    private final Set<FigureKind.Trait> traits;

    Section(List<String> path, Set<FigureKind.Trait> traits) {
      this.path = path;
      this.traits = traits;
    }

    Section add(Unit unit, FigureKind.Better better, String... keys) {
      for (String key : keys) {
        add(key, unit, better, key);
      }
      return this;
    }

    Section add(String label, Unit unit, FigureKind.Better better, String key) {
      List<String> keys = new ArrayList<>(path);
      keys.add(key);
      kinds.add(new FigureKind(keys, label, unit, better, traits));
      return this;
    }

    /** Counts by cause; a cause that did not occur has no key. */
    Section byCause(String key) {
      below(key, traits).add(key, COUNT, LOWER, "*");
      return this;
    }

    /** Sessions that began again. */
    Section reconnects() {
      return add(
              COUNT,
              NEITHER,
              "churned",
              "stormed",
              "rebound",
              "rebindLost",
              "targetEnded",
              "silent")
          .add(COUNT, NEITHER, "attempts", "succeeded")
          .add(COUNT, LOWER, "failed")
          .byCause("failedBy")
          .add(COUNT, LOWER, "outstanding")
          .times("connectTime", LOWER);
    }

    /** A {@link Ledger}. */
    Section ledger() {
      add(COUNT, HIGHER, "delivered")
          .add(COUNT, LOWER, "lost", "late", "deliveredUnconfirmed", "duplicate", "outOfOrder")
          .add(COUNT, LOWER, "misdelivered", "altered", "unaccounted");
      losses("lost", traits);
      below("store", Set.of(STORE))
          .add(COUNT, HIGHER, "stored")
          .add("lost in store", COUNT, LOWER, "lost")
          .add(COUNT, LOWER, "receivedNotStored", "storedNotReceived")
          .add(COUNT, LOWER, "storedUnconfirmed", "storedTwice")
          .add("misdelivered in store", COUNT, LOWER, "misdelivered")
          .add("altered in store", COUNT, LOWER, "altered")
          .add("stored share", SHARE, HIGHER, "share");
      below("deliveries", Set.of(RECEIVERS))
          .add(COUNT, NEITHER, "receivers", "expected")
          .add("deliveries", COUNT, HIGHER, "delivered")
          .add("deliveries lost", COUNT, LOWER, "lost")
          .add(COUNT, LOWER, "deliveredUnconfirmed", "partlyDelivered")
          .add("delivered share", SHARE, HIGHER, "share")
          .losses("deliveries lost", Set.of(RECEIVERS));
      return this;
    }

    /** Figures of messages that no device sent, of the whole run. */
    Section invented() {
      add(COUNT, LOWER, "invented");
      below("store", Set.of(STORE)).add("invented in store", COUNT, LOWER, "invented");
      return this;
    }

    /** {@link Losses}. */
    private void losses(String label, Set<FigureKind.Trait> below) {
      below("losses", below)
          .add(label + ", newer arrived", COUNT, NEITHER, "newerArrived")
          .add(label + ", nothing newer", COUNT, LOWER, "nothingNewer");
    }

    /** A {@link LatencySummary}. */
    Section times(String key, FigureKind.Better better) {
      Set<FigureKind.Trait> ofCounts = new HashSet<>(traits);
      boolean betweenClocks = ofCounts.remove(BETWEEN_CLOCKS);
      Section counts = below(key, ofCounts).add(COUNT, NEITHER, "count");
      Section times = below(key, traits);
      for (String each : LatencySummary.TIMES) {
        times.add(words(key) + " " + LatencySummary.label(each), MILLIS, better, each);
      }
      counts.add(COUNT, NEITHER, "belowZero", "aboveHighest");
      if (betweenClocks) {
        counts.add(MILLIS, NEITHER, "uncertaintyMs");
      }
      return this;
    }

    private Section below(String key, Set<FigureKind.Trait> below) {
      List<String> keys = new ArrayList<>(path);
      keys.add(key);
      return new Section(keys, below);
    }

    private static String words(String key) {
      return key.replaceAll("([a-z])([A-Z])", "$1 $2").toLowerCase(Locale.ROOT);
    }
  }
}
