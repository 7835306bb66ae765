// SPDX-License-Identifier: EPL-2.0
package io.fleetload.flow;

import io.fleetload.profile.Arrivals;
import io.fleetload.profile.ClosedUsers;
import io.fleetload.profile.DeviceGroup;
import io.fleetload.profile.FlowRates;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.Timing;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.Rate;
import io.fleetload.quantity.Span;
import io.fleetload.schedule.RateCourse;
import io.fleetload.schedule.UserNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Checks whether a schedule can hold what the flows of a profile ask for. */
final class FlowChecks {
  /** The most messages a second: below 1 µs a message no generator keeps its times. */
  static final double MOST_PER_SECOND = 1_000_000;

  private static final String MODELS = "rate, every, stages, times, closed";
  private static final double ROUNDING = 1e-9;
  private static final long MOST_MESSAGES = Integer.MAX_VALUE;

  /** So many standard deviations more than expected no random schedule has in anyone's life. */
  private static final double MOST_DEVIATIONS = 10;

  private final LoadProfile profile;
  private final ProfileChecks checks;
  private final UserSteps steps;
  private final List<OpenRate> asked = new ArrayList<>();
  private final TraceChecks trace;
  private int problems;

  /**
   * Demand of an open flow.
   *
   * @param course its own messages
   * @param each how many messages each of them is, with its steps
   */
  private record OpenRate(RateCourse course, double each) {}

  FlowChecks(LoadProfile profile, FlowSet flows, ProfileChecks checks) {
    this.profile = profile;
    this.checks = checks;
    this.steps = flows.steps();
    this.trace = new TraceChecks(profile, flows, this::problem);
  }

  /** Checks them, and whether it is said how long to measure them. */
  void check() {
    if (profile.phases().measure() == null
        && profile.timings().values().stream().allMatch(each -> each.stages() == null)) {
      problem(
          "phases.measure",
          "is missing: how long to measure; expected a length of time such as 500ms, 30s, 15m or"
              + " 1h, or stages in a flow");
    }
    profile.flowsByName().forEach((name, flow) -> check(name, flow.timing()));
    double peak = problems > 0 ? 0 : peak();
    if (peak > MOST_PER_SECOND * (1 + ROUNDING)) {
      problem(
          "flows",
          String.format(
              Locale.ROOT,
              "ask for %.0f/s together at their highest, expected at most %s: no schedule holds"
                  + " more",
              peak,
              new Rate(MOST_PER_SECOND)));
    }
  }

  private void check(String name, Timing given) {
    String path = "flows." + name;
    int before = problems;
    oneModel(path, given);
    if (problems > before) {
      return;
    }
    Timing flow = given.in(profile.devices());
    if (flow.times() != null) {
      trace.check(name);
      return;
    }
    if (flow.closed() != null) {
      closed(path, flow.closed(), profile.group(name), steps.numbersEach(name));
      return;
    }
    if (flow.day() != null) {
      flow.day().check(path + ".day", profile.phases().measure(), this::problem);
    }
    if (flow.stages() == null) {
      highest(path + "." + flow.key(), flow.rate(), flow.rate().perSecond());
    } else {
      new StageChecks(path + ".stages", this::problem).check(flow.stages());
    }
    if (problems == before) {
      course(name, flow);
    }
  }

  private void oneModel(String path, Timing flow) {
    List<String> given = flow.given();
    if (given.isEmpty()) {
      problem(path, "has no messages to send, expected one of " + MODELS);
    } else if (given.size() > 1) {
      problem(
          path + "." + given.get(1),
          "is given together with %s, expected one of %s".formatted(given.get(0), MODELS));
    } else if (flow.closed() != null && flow.arrivals() != null) {
      problem(
          path + ".arrivals",
          "cannot be used with closed, since its users send when they are ready; use rate, every or"
              + " stages");
    } else if (flow.times() != null && flow.arrivals() != null) {
      problem(path + ".arrivals", "cannot be used with times, which say it; leave one of them out");
    } else if (flow.day() != null && flow.rate() == null && flow.every() == null) {
      problem(
          path + ".day",
          "is given together with %s, expected it beside rate or every".formatted(flow.key()));
    } else if (flow.every() != null && flow.every().nanos() == 0) {
      problem(path + ".every", "found \"0s\", expected a length of time above 0");
    }
  }

  private void closed(String path, ClosedUsers closed, DeviceGroup group, long numbersEach) {
    if (closed.users() > group.count()) {
      problem(
          path + ".closed.users",
          "found %s, expected at most %s (%s.count): a device sends one message of a flow at"
                  .formatted(closed.users(), group.count(), group.path())
              + " a time");
    }
    long most = UserNumbers.most(numbersEach);
    if (closed.users() > UserNumbers.mostUsers(numbersEach)) {
      problem(
          path + ".closed.users",
          "found %s, expected at most %s%s"
              .formatted(
                  closed.users(), UserNumbers.mostUsers(numbersEach), withSteps(numbersEach)));
    } else if (closed.iterations() != null && (long) closed.iterations() * closed.users() > most) {
      problem(
          path + ".closed.iterations",
          "found %s for %s users, expected at most %s messages in one run%s"
              .formatted(closed.iterations(), closed.users(), most, withSteps(numbersEach)));
    }
    if (closed.total() != null) {
      total(path + ".closed.total", closed, numbersEach);
    }
  }

  private void total(String path, ClosedUsers closed, long numbersEach) {
    if (closed.iterations() != null) {
      problem(path, "is given together with iterations, expected one of iterations, total");
    } else if (closed.total() < closed.users()) {
      problem(
          path,
          "found %s for %s users, expected at least one message a user"
              .formatted(closed.total(), closed.users()));
    } else if (closed.total() > UserNumbers.most(numbersEach)) {
      problem(
          path,
          "found %s, expected at most %s messages in one run%s"
              .formatted(closed.total(), UserNumbers.most(numbersEach), withSteps(numbersEach)));
    }
  }

  private void course(String name, Timing flow) {
    String path = "flows." + name;
    Span measure = profile.phases().measure();
    if (measure == null || measure.nanos() == 0) {
      return;
    }
    if (flow.stages() != null && FlowRates.length(flow.stages()).nanos() != measure.nanos()) {
      problem(
          path + ".stages",
          "last %s together, expected %s: as long as phases.measure or, where that is left out,"
                  .formatted(FlowRates.length(flow.stages()), measure)
              + " as the stages of the flow before");
      return;
    }
    RateCourse course = FlowRates.of(flow, profile.phases());
    double most = course.total();
    if (flow.arrivals() != Arrivals.EVEN) {
      most += MOST_DEVIATIONS * Math.sqrt(most);
    }
    long numbersEach = steps.numbersEach(name);
    if (most * numbersEach > MOST_MESSAGES) {
      problem(
          path + "." + flow.key(),
          flow.stages() == null && flow.day() == null
              ? String.format(
                  Locale.ROOT,
                  "found \"%s\" for %.0f s, expected at most %d messages in one run%s",
                  flow.rate(),
                  course.lengthNanos() / 1e9,
                  MOST_MESSAGES / numbersEach,
                  withSteps(numbersEach))
              : String.format(
                  Locale.ROOT,
                  "ask for %.0f messages, expected at most %d in one run%s",
                  course.total(),
                  MOST_MESSAGES / numbersEach,
                  withSteps(numbersEach)));
    } else if (course.total() == 0) {
      problem(
          path + (flow.day() == null ? ".stages" : ".day"),
          "ask for no message at all, expected a rate above 0 in one of them");
    }
    asked.add(new OpenRate(course, 1 + steps.messagesAfter(name)));
  }

  private static String withSteps(long numbersEach) {
    return numbersEach == 1
        ? ""
        : ", as a step sends up to %s messages for each of them".formatted(numbersEach);
  }

  /** The rates are linear in between, so their sum is highest where one of them bends. */
  private double peak() {
    double peak = 0;
    for (OpenRate each : asked) {
      long start = 0;
      for (RateCourse.CoursePiece piece : each.course.pieces()) {
        long end = start + piece.lengthNanos();
        peak = Math.max(peak, Math.max(sumAt(start), sumAt(end - 1)));
        start = end;
      }
    }
    return peak;
  }

  private double sumAt(long nanos) {
    return asked.stream().mapToDouble(each -> each.course.rateAt(nanos) * each.each).sum();
  }

  private void highest(String path, Object found, double perSecond) {
    highest(path, found, perSecond, this::problem);
  }

  static void highest(String path, Object found, double perSecond, ProfileChecks checks) {
    if (perSecond > MOST_PER_SECOND) {
      checks.problem(
          path,
          "found \"%s\", expected at most %s: no schedule holds more"
              .formatted(found, new Rate(MOST_PER_SECOND)));
    }
  }

  private void problem(String path, String message) {
    problems++;
    checks.problem(path, message);
  }
}
