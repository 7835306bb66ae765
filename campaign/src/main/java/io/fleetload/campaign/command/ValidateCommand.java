// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fleetload.campaign.line.LineCommand;
import io.fleetload.campaign.line.LineWords;
import io.fleetload.campaign.line.TargetLine;
import io.fleetload.campaign.option.CommandWork;
import io.fleetload.campaign.option.JsonOption;
import io.fleetload.campaign.option.ProfileOptions;
import io.fleetload.campaign.run.Campaign;
import io.fleetload.campaign.run.GivenProfile;
import io.fleetload.campaign.screen.Screen;
import io.fleetload.flow.NothingDue;
import io.fleetload.process.UsageException;
import io.fleetload.profile.FindLimit;
import io.fleetload.profile.FlowRates;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.Phases;
import io.fleetload.profile.Timing;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.profile.yaml.ProfileProblem;
import io.fleetload.progress.ToolEvent;
import io.fleetload.quantity.Span;
import io.fleetload.results.format.ExitCode;
import io.fleetload.schedule.RateCourse;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;

/** {@code loadtest validate PROFILE}: every mistake of a profile, without a run. */
@CommandLine.Command(
    name = "validate",
    mixinStandardHelpOptions = true,
    preprocessor = LineWords.class,
    description = {
      "Checks a profile and the files that it names, and says what it asks for; starts nothing and"
          + " reaches nothing.",
      "Whether this host can carry its devices, run looks at.",
      "The URL of a target may be in the place of the profile, with the options of a run."
    })
public final class ValidateCommand implements Callable<Integer>, LineCommand {
  @CommandLine.Mixin
  private final ProfileOptions profile = ProfileOptions.withExample("flows.telemetry.rate=900/s");

  @CommandLine.Mixin private final JsonOption json = new JsonOption();

  private final TargetLine line = new TargetLine();

  @Override
  public TargetLine line() {
    return line;
  }

  @Override
  public Integer call() {
    try {
      return CommandWork.brief(json.brief(), this::validate);
    } finally {
      line.forget();
    }
  }

  private ExitCode validate(Screen screen) throws ProfileException, UsageException, IOException {
    GivenProfile given;
    try {
      given =
          line.isGiven()
              ? line.read(profile, profile::readWithItsFiles)
              : profile.readWithItsFiles();
      given.baseline();
    } catch (ProfileException e) {
      json.print(new Validation(false, name(), null, null, null, e.problems()));
      throw e;
    }
    Map<String, String> asked = asked(given);
    List<String> notes = notes(given.profile());
    screen.tell(new ToolEvent.Sentence(Campaign.TOOL, name() + ": no mistake"));
    asked.forEach((what, how) -> tell(screen, what, how));
    notes.forEach(each -> tell(screen, "note", each));
    String text = line.isGiven() ? line.text() : null;
    json.print(new Validation(true, name(), asked, notes, text, null));
    if (line.isPrinted() && !json.isGiven()) {
      screen.tell(new ToolEvent.Sentence(Campaign.TOOL, text.stripTrailing()));
    }
    return ExitCode.PASSED;
  }

  private String name() {
    return line.isGiven() ? line.toString() : profile.file().toString();
  }

  /**
   * The document of {@code --json}.
   *
   * @param valid whether there is no mistake
   * @param profile what was looked at: a file, or one line
   * @param asks what it asks for, in the words of the terminal; absent if there is a mistake
   * @param notes on keys that may not be what the user meant; absent if there is a mistake
   * @param text the profile that one line is; absent of a file
   * @param problems every mistake; absent if there is no mistake
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record Validation(
      boolean valid,
      String profile,
      Map<String, String> asks,
      List<String> notes,
      String text,
      List<ProfileProblem> problems) {}

  private static void tell(Screen screen, String what, String how) {
    screen.tell(
        new ToolEvent.Sentence(Campaign.TOOL, String.format(Locale.ROOT, "  %-11s %s", what, how)));
  }

  /** Returns notes on keys that are no mistake, but may not be what the user meant. */
  private static List<String> notes(LoadProfile profile) {
    List<NothingDue> nothing = NothingDue.of(profile);
    Span measure = profile.phases().measure();
    List<String> notes = new ArrayList<>(profile.notes());
    nothing.forEach(each -> notes.add(note(each, measure)));
    if (!nothing.isEmpty() && nothing.size() == profile.flowsByName().size()) {
      notes.add(
          ("phases.measure: measure for longer, or raise a rate: no message of any flow is due in"
                  + " these %s, so a run has no verdict (exit code %s)")
              .formatted(measure, ExitCode.GENERATOR_LIMITED.code()));
    }
    return notes;
  }

  private static String note(NothingDue flow, Span measure) {
    return flow.firstNanos() == null
        ? "%s: raise the rate to have figures of %s: none of its messages is ever due"
            .formatted(flow.key(), flow.flow())
        : String.format(
            Locale.ROOT,
            "%s: measure for more than %.2f s to have figures of %s: its first message is due then,"
                + " and phases.measure is %s",
            flow.key(),
            flow.firstNanos() / 1e9,
            flow.flow(),
            measure);
  }

  private static Map<String, String> asked(GivenProfile given) throws ProfileException {
    LoadProfile profile = given.profile();
    Map<String, String> asked = new LinkedHashMap<>();
    given.extension().ifPresent(each -> asked.put("extends", each.toString()));
    asked.put("pack", given.scenario().pack().name());
    asked.put(
        "target", given.scenario().run().target().embedded() ? "started for the run" : "external");
    asked.put(
        "devices",
        profile.sessions() == profile.devices().count()
            ? String.valueOf(profile.devices().count())
            : "%s, in %s sessions".formatted(profile.devices().count(), profile.sessions()));
    asked.put(
        "flows",
        profile.timings().entrySet().stream()
            .map(each -> each.getKey() + " " + asked(each.getValue(), profile.phases()))
            .collect(Collectors.joining(", ")));
    Phases phases = profile.phases();
    asked.put(
        "length",
        String.format(
            Locale.ROOT,
            "%.0f s of flows at most, then up to %.0f s of drain; before it the sessions connect at"
                + " %s",
            phases.runSeconds() - phases.drain().seconds(),
            phases.drain().seconds(),
            phases.connect().rate()));
    List<String> thresholds = new ArrayList<>();
    profile.thresholds().forEach(each -> thresholds.add(each.text()));
    thresholds.addAll(given.scenario().defaultThresholds());
    asked.put("thresholds", String.join(", ", thresholds));
    if (profile.findLimit() != null) {
      String loads =
          profile.findLimit().raisesDevices()
              ? limit(profile)
              : "%s/s to %s/s, all flows together"
                  .formatted(
                      rounded(profile.findLimit().from().amount()),
                      rounded(profile.findLimit().to().amount()));
      asked.put("find-limit", loads + "; " + effort(profile.findLimit()));
    }
    return asked;
  }

  private static String limit(LoadProfile profile) {
    List<String> unchanged = profile.findLimit().unchanged(profile.timings());
    List<String> following = new ArrayList<>(profile.timings().keySet());
    following.removeAll(unchanged);
    return "%s to %s devices%s; the rate of %s follows their number%s"
        .formatted(
            profile.findLimit().from(),
            profile.findLimit().to(),
            byGroup(profile),
            String.join(", ", following),
            unchanged.isEmpty()
                ? ""
                : ", that of %s stays".formatted(String.join(", ", unchanged)));
  }

  /** The most probes that a search without noise makes, and how long their flows take. */
  private static String effort(FindLimit search) {
    return String.format(
        Locale.ROOT,
        "%d probes of %.0f s at most, so %.0f minutes beside connecting and draining",
        search.mostProbes(),
        search.probeSeconds(),
        Math.ceil(search.mostProbes() * search.probeSeconds() / 60));
  }

  private static String byGroup(LoadProfile profile) {
    Map<String, Integer> least =
        profile.devices().countsOfGroups((int) profile.findLimit().from().amount());
    Map<String, Integer> most =
        profile.devices().countsOfGroups((int) profile.findLimit().to().amount());
    return least.isEmpty()
        ? ""
        : least.entrySet().stream()
            .map(
                each ->
                    "%s %s to %s"
                        .formatted(each.getKey(), each.getValue(), most.get(each.getKey())))
            .collect(Collectors.joining(", ", " (", ")"));
  }

  private static String constant(Timing flow) {
    return flow.every() != null ? "every %s a device".formatted(flow.every()) : "" + flow.rate();
  }

  /** The one rate of a flow; if it is said of a device, with that of all of them together. */
  private static String steady(Timing flow, Phases phases) {
    return flow.every() == null
        ? constant(flow)
        : String.format(
            Locale.ROOT,
            "%s (%s/s, %.0f messages measured)",
            constant(flow),
            rounded(flow.rate().perSecond()),
            FlowRates.measured(flow, phases).total());
  }

  /** Four digits, without an exponent: an alarm a week of some devices is a rate far below 1. */
  private static String rounded(double rate) {
    return new BigDecimal(rate).round(new MathContext(4)).stripTrailingZeros().toPlainString();
  }

  /** The rates that a flow has in the measured phase. */
  private static String course(Timing flow, Phases phases) {
    RateCourse measured = FlowRates.measured(flow, phases);
    return String.format(
        Locale.ROOT,
        "%s/s to %s/s, %.0f messages measured",
        rounded(measured.lowest()),
        rounded(measured.highest()),
        measured.total());
  }

  private static String asked(Timing flow, Phases phases) {
    if (flow.times() != null) {
      return "at the times of " + flow.times();
    }
    if (flow.day() != null) {
      return "%s over the day (%s)".formatted(constant(flow), course(flow, phases));
    }
    return flow.closed() != null
        ? "by %s users (a closed model)".formatted(flow.closed().users())
        : flow.stages() != null
            ? "in %s stages (%s)".formatted(flow.stages().size(), course(flow, phases))
            : steady(flow, phases);
  }
}
