package io.fleetload.hono;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.fleetload.profile.Devices;
import io.fleetload.profile.Doc;
import io.fleetload.profile.Generator;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.Phases;
import io.fleetload.profile.ProfileChecks;
import io.fleetload.profile.Run;
import io.fleetload.results.Figures;
import io.fleetload.results.Threshold;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The profile of a load test of Eclipse Hono: the one file that drives all tools. */
public record HonoProfile(
    @Doc("where the schema of this file lies, for editors") @JsonProperty("$schema") String schema,
    @Doc(value = "name and seed of the run", required = true) Run run,
    @Doc("the Hono installation under test") HonoTarget target,
    @Doc(value = "the tenant that all devices belong to", required = true) Tenant tenant,
    @Doc(value = "the fleet", required = true) Devices devices,
    @Doc(value = "the phases of the run", required = true) Phases phases,
    @Doc(value = "the flows of messages", required = true) HonoFlows flows,
    @Doc("limits over which the generator calls itself the limit") Generator generator,
    @Doc(
            value = "bounds on figures of the result; a crossed one gives exit code 1",
            byDefault = "flows.*.achieved >= 99%")
        List<String> thresholds)
    implements LoadProfile {

  private static final long MOST_MESSAGES = Integer.MAX_VALUE;

  /**
   * The tenant.
   *
   * @param id its identifier
   */
  public record Tenant(
      @Doc(
              value = "the tenant's identifier",
              required = true,
              form = "[a-zA-Z0-9._-]{1,120}",
              expected = "letters, digits, dot, dash and underscore, 120 at most")
          String id) {}

  /** Fills in what the profile leaves open. */
  public HonoProfile {
    target = target == null ? HonoTarget.embedded() : target;
    generator = generator == null ? new Generator(null) : generator;
    thresholds = thresholds == null ? List.of("flows.*.achieved >= 99%") : List.copyOf(thresholds);
  }

  @Override
  @JsonIgnore
  public Map<String, Flow> flowsByName() {
    return flows.byName();
  }

  @Override
  public void check(ProfileChecks checks) {
    target.check(checks);
    flows.check(checks);
    SourcePorts.ofThisHost().check(devices, checks);
    if (phases.measure().nanos() == 0) {
      checks.problem("phases.measure", "found \"0s\", expected a length of time above 0");
    }
    double seconds =
        phases.ramp().seconds() + phases.warmUp().seconds() + phases.measure().seconds();
    flowsByName()
        .forEach(
            (name, flow) -> {
              if (flow.rate().perSecond() * seconds > MOST_MESSAGES) {
                checks.problem(
                    "flows." + name + ".rate",
                    "found \"%s\" for %.0f s, expected at most %d messages in one run"
                        .formatted(flow.rate(), seconds, MOST_MESSAGES));
              }
            });
    Figures figures = new Figures(flowsByName().keySet(), HonoFlows.COMMAND_LEGS);
    for (int i = 0; i < thresholds.size(); i++) {
      checkThreshold(thresholds.get(i), "thresholds[" + i + "]", figures, checks);
    }
  }

  private void checkThreshold(String text, String path, Figures figures, ProfileChecks checks) {
    try {
      Threshold threshold = Threshold.parse(text);
      String[] keys = threshold.path().split("\\.", 3);
      List<String> known = knownFlows();
      if (keys.length > 1 && keys[0].equals("flows") && !known.contains(keys[1])) {
        checks.problem(
            path,
            "names the flow \"%s\", expected one of %s"
                .formatted(keys[1], String.join(", ", known)));
      } else if (!flowsByName().isEmpty() && !figures.has(threshold)) {
        checks.problem(
            path,
            "names no figure of the result: \"%s\"; expected one such as ledger.lost,"
                    .formatted(threshold.path())
                + " flows.*.failed, flows.*.achieved or flows.*.response.p99");
      }
    } catch (IllegalArgumentException e) {
      checks.problem(path, e.getMessage());
    }
  }

  private List<String> knownFlows() {
    List<String> known = new ArrayList<>(flowsByName().keySet());
    if (known.contains(HonoFlows.COMMAND_QUERY)) {
      known.add(HonoFlows.COMMAND_RESPONSE);
    }
    known.add("*");
    return known;
  }
}
