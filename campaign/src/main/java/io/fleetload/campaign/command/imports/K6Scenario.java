// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command.imports;

import io.fleetload.pack.imports.ImportDraft;
import io.fleetload.pack.imports.Part;
import io.fleetload.quantity.Span;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** A scenario of k6, or the options that are one. */
final class K6Scenario {
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,6})?");
  private static final Set<String> EXECUTORS =
      Set.of(
          "constant-arrival-rate",
          "ramping-arrival-rate",
          "constant-vus",
          "ramping-vus",
          "per-vu-iterations",
          "shared-iterations");
  private static final String LONGEST = "10m";
  private static final String CLOSED =
      "a user waits for its outcome: a closed model, in k6 and here";

  private final ImportDraft draft;
  private final Part section;
  private final String name;
  private String flow;
  private long millis;
  private Part length;

  K6Scenario(ImportDraft draft, Part section, String name) {
    this.draft = draft;
    this.section = section;
    this.name = name;
  }

  /** Its name in the script; empty if the options are it. */
  String name() {
    return name;
  }

  void flow(String ofProfile) {
    flow = ofProfile;
  }

  /** Its flow in the profile. */
  String flow() {
    return flow;
  }

  /** A key of its flow; empty for the flow itself. */
  String key(String below) {
    return "flows." + flow + (below.isEmpty() ? "" : "." + below);
  }

  /** Its length in ms; 0 if that is not said. */
  long millis() {
    return millis;
  }

  /**
   * Reads it.
   *
   * @return how many devices it takes
   */
  int read() {
    if (!name.isEmpty()) {
      section.note(key(""));
      rest();
    }
    String executor = part("executor").map(Part::value).orElse(usual());
    part("executor").ifPresent(each -> each.note(isOpen(executor) ? "an open model" : CLOSED));
    return switch (executor) {
      case "constant-arrival-rate" -> constantRate();
      case "ramping-arrival-rate" -> rampingRate();
      case "constant-vus" -> users("duration");
      case "ramping-vus" -> rampingUsers();
      case "per-vu-iterations" -> iterations("iterations");
      case "shared-iterations" -> iterations("total");
      default -> throw new IllegalStateException(executor);
    };
  }

  /** Returns whether a scenario with that executor can be a flow. */
  static boolean isKnown(String executor) {
    return EXECUTORS.contains(executor);
  }

  private static boolean isOpen(String executor) {
    return executor.endsWith("arrival-rate");
  }

  private String usual() {
    return part("stages").isPresent()
        ? "ramping-vus"
        : part("iterations").isPresent() ? "shared-iterations" : "constant-vus";
  }

  private Optional<Part> part(String wanted) {
    return section.part(wanted).filter(each -> each.reason() == null);
  }

  private void rest() {
    leaveOut("exec", "is code, which is not read");
    leaveOut("env", "is of the script's code");
    leaveOut("tags", "write --label NAME=VALUE behind loadtest run");
    leaveOut("options", "is of the browser of k6");
    leaveOut("gracefulStop", "outcomes are waited for in phases.drain");
    leaveOut("gracefulRampDown", "outcomes are waited for in phases.drain");
    part("startTime")
        .ifPresent(
            each -> {
              if (each.value() != null && each.value().matches("0[a-z]*")) {
                each.note("at the begin");
              } else {
                each.leaveOut("all flows begin together; a stage with rate: 0/s is a pause");
              }
            });
  }

  private void leaveOut(String option, String why) {
    part(option).ifPresent(each -> each.leaveOut(why));
  }

  private int constantRate() {
    double rate = number("rate", 1) / unit();
    part("rate")
        .ifPresent(
            each ->
                draft
                    .take(each, key("rate"), plain(rate) + "/s")
                    .note("iterations a second; one iteration is one message here"));
    part("timeUnit").ifPresent(each -> draft.take(each, key("rate"), plain(rate) + "/s"));
    lasting("duration", "");
    return arriving();
  }

  private int rampingRate() {
    double unit = unit();
    part("timeUnit").ifPresent(each -> each.note("in the rates"));
    double before = number("startRate", 0) / unit;
    part("startRate").ifPresent(each -> each.note("where the first stage begins"));
    Optional<Part> stages = part("stages");
    if (stages.isEmpty()) {
      draft.choose(key("rate"), "1/s", "its stages are no literals");
      return arriving();
    }
    List<String> yaml = new ArrayList<>();
    for (Part each : stages.get().parts()) {
      double target =
          each.value("target")
                  .filter(K6Scenario::isNumber)
                  .map(Double::parseDouble)
                  .orElse(before * unit)
              / unit;
      long nanos = nanos(each.value("duration").orElse("0s"));
      settle(each);
      if (nanos > 0) {
        yaml.add(
            "{ for: %s, from: %s/s, to: %s/s }"
                .formatted(new Span(nanos), plain(before), plain(target)));
        millis += nanos / NANOS_PER_MILLI;
      }
      before = target;
    }
    draft.takeYaml(stages.get(), key("stages"), "[" + String.join(", ", yaml) + "]");
    return arriving();
  }

  private static void settle(Part stage) {
    for (String each : List.of("target", "duration")) {
      stage
          .part(each)
          .filter(part -> part.reason() == null)
          .ifPresent(part -> part.note("in the stages"));
    }
  }

  /** Users of an open model are devices, of which a message waits for none. */
  private int arriving() {
    long users = Math.max((long) number("preAllocatedVUs", 1), (long) number("maxVUs", 1));
    for (String each : List.of("preAllocatedVUs", "maxVUs")) {
      part(each)
          .ifPresent(
              part ->
                  part.note(
                      "devices; a message that finds its device busy waits, and k6 drops its iteration"));
    }
    return (int) Math.min(Integer.MAX_VALUE, users);
  }

  private int users(String lasting) {
    int users = closed();
    lasting(lasting, "");
    return users;
  }

  private int closed() {
    int users = (int) Math.max(1, number("vus", 1));
    part("vus")
        .ifPresentOrElse(
            each -> draft.take(each, key("closed.users"), "" + users).note(CLOSED),
            () -> draft.choose(key("closed.users"), "" + users, "the default of k6"));
    return users;
  }

  private int rampingUsers() {
    long most = Math.max(1, (long) number("startVUs", 1));
    part("startVUs").ifPresent(each -> each.note("below the most users of the stages"));
    Optional<Part> stages = part("stages");
    if (stages.isPresent()) {
      for (Part each : stages.get().parts()) {
        most =
            Math.max(
                most,
                each.value("target")
                    .filter(K6Scenario::isNumber)
                    .map(Double::parseDouble)
                    .map(Double::longValue)
                    .orElse(1L));
        millis += nanos(each.value("duration").orElse("0s")) / NANOS_PER_MILLI;
        settle(each);
      }
      length = stages.get();
      draft
          .take(stages.get(), key("closed.users"), "" + most)
          .note("the most users of all stages, from the begin: their number does not change here");
    }
    return (int) Math.min(Integer.MAX_VALUE, most);
  }

  private int iterations(String kind) {
    int users = closed();
    part("iterations")
        .ifPresentOrElse(
            each -> draft.take(each, key("closed." + kind), each.value()),
            () -> draft.choose(key("closed." + kind), "1", "the default of k6"));
    lasting(name.isEmpty() ? "duration" : "maxDuration", LONGEST);
    return users;
  }

  private void lasting(String option, String byDefault) {
    Optional<Part> said = part(option);
    millis =
        nanos(said.map(Part::value).orElse(byDefault.isEmpty() ? "0s" : byDefault))
            / NANOS_PER_MILLI;
    length = said.orElse(null);
  }

  /**
   * Says how long the run measures.
   *
   * @param longest of all scenarios, ms
   * @param staged whether the stages of one say it
   */
  void lasts(long longest, boolean staged) {
    if (length == null) {
      if (!staged && millis == longest && !draft.has("phases.measure")) {
        draft.choose(
            "phases.measure", new Span(longest * NANOS_PER_MILLI).toString(), "the default of k6");
      }
      return;
    }
    if (millis == longest) {
      draft.take(length, "phases.measure", new Span(longest * NANOS_PER_MILLI).toString());
    } else {
      length.leaveOut(
          "a flow goes on until the longest is over; write stages, with rate: 0/s at their end");
    }
  }

  private double unit() {
    long nanos = nanos(part("timeUnit").map(Part::value).orElse("1s"));
    return nanos == 0 ? 1 : nanos / 1e9;
  }

  private double number(String option, double byDefault) {
    return part(option)
        .map(Part::value)
        .filter(K6Scenario::isNumber)
        .map(Double::parseDouble)
        .orElse(byDefault);
  }

  private static boolean isNumber(String text) {
    return text != null && NUMBER.matcher(text).matches();
  }

  /** A length of time such as 1m30s; one without a unit is in ms. */
  private static long nanos(String text) {
    try {
      return isNumber(text)
          ? Math.round(Double.parseDouble(text) * NANOS_PER_MILLI)
          : Span.parse(text).nanos();
    } catch (IllegalArgumentException e) {
      return 0;
    }
  }

  private static String plain(double rate) {
    return new BigDecimal(rate).round(new MathContext(6)).stripTrailingZeros().toPlainString();
  }
}
