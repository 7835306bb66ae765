// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fleetload.profile.disturb.DisturbancePlan;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.Inline;
import io.fleetload.profile.limit.ExpectedLimits;
import io.fleetload.quantity.Span;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The keys that every profile has, for whatever pack it is. */
public record Common(
    @Inline Origin origin,
    @Doc(value = "name and seed of the run", required = true) Run run,
    @Doc("where the shards of a run agree on when to begin and hand in their books")
        Coordination coordination,
    @Doc(value = "the phases of the run", required = true) Phases phases,
    @Inline DisturbancePlan disturbing,
    @Doc("limits over which the generator calls itself the limit") Generator generator,
    @Doc(
            value = "bounds on figures of the result; a crossed one gives exit code 1",
            expected = "a list; each " + Condition.EXPECTED,
            byDefault =
                "none; those in docs/reference/thresholds.md are in force on every figure that no threshold"
                    + " here is on")
        List<Condition> thresholds,
    @Doc(
            value =
                "limits of a tenant that the target is to keep: its refusals above them are no"
                    + " failures",
            byDefault = "no limit; every refusal is a failure")
        ExpectedLimits expect,
    @Doc(
            value =
                "whether the outcome of a threshold counts only if its bound lies outside the figure's"
                    + " interval of 95 %; else there is no verdict (exit code 5)",
            byDefault =
                "an outcome counts and the verdict says if it is not sure, but for thresholds with"
                    + " surely; false for these too")
        Boolean sure,
    @Doc(
            "the run that thresholds may compare with: its directory or its result.json, relative"
                + " to this file; the command line has --baseline")
        String baseline,
    @Doc(
            "the search of loadtest find-limit for the highest rate, or the largest number of devices, at"
                + " which the thresholds hold")
        FindLimit findLimit,
    @Doc(
            value = "rows of data, by a name of your choice; {{name.column}} takes a value",
            byDefault = "none")
        Map<String, Feed> data) {

  /** The files and the pack that a profile is of. */
  public record Origin(
      @Doc("where the schema of this file lies, for editors") @JsonProperty("$schema")
          String schema,
      @Doc(
              "another profile in the same folder: what this one does not say, that one says; sections"
                  + " are joined key by key, a list or a value replaces that of the other, ~ removes"
                  + " it")
          @JsonProperty("extends")
          String base,
      @Doc("the pack that this profile is for") String pack) {}

  /** Fills in what the profile leaves open, but for what follows from its flows. */
  public Common {
    disturbing = disturbing == null ? DisturbancePlan.NONE : disturbing;
    generator = generator == null ? new Generator(null) : generator;
    List<Condition> given = thresholds == null ? List.of() : List.copyOf(thresholds);
    thresholds =
        sure == null
            ? given
            : given.stream().map(each -> sure ? each.beingSure() : each.beingUnsure()).toList();
    data = data == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(data));
  }

  /**
   * The same with the measured phase as long as the stages of the flows, and with a drain as long
   * as a message may wait, where the profile leaves these open.
   *
   * @param longestWait how long a message may wait for its outcome
   */
  public Common completed(Collection<? extends Flow> flows, Span longestWait) {
    return with(phases.orMeasure(FlowRates.lengthOfStages(flows)).orDrain(longestWait));
  }

  /** The same with the measured phase's length, where the profile leaves it open. */
  public Common orMeasure(Span length) {
    return with(phases.orMeasure(length));
  }

  private Common with(Phases others) {
    return new Common(
        origin,
        run,
        coordination,
        others,
        disturbing,
        generator,
        thresholds,
        expect,
        sure,
        baseline,
        findLimit,
        data);
  }

  /** The same with shards that meet at another place, or do not meet. */
  public Common meetingAt(Coordination place) {
    return new Common(
        origin,
        run,
        place,
        phases,
        disturbing,
        generator,
        thresholds,
        expect,
        sure,
        baseline,
        findLimit,
        data);
  }
}
