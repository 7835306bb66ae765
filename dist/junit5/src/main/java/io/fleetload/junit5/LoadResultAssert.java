// SPDX-License-Identifier: EPL-2.0
package io.fleetload.junit5;

import java.util.function.DoublePredicate;
import org.opentest4j.AssertionFailedError;

/**
 * Assertions on a result. What fails says what was asked and what was found, with its unit, and
 * where the report is.
 */
public final class LoadResultAssert {
  private final LoadResult result;

  LoadResultAssert(LoadResult result) {
    if (result == null) {
      throw new AssertionFailedError("there is no result: it is null");
    }
    this.result = result;
  }

  /** Asserts that every threshold of the profile held, and that the run is a verdict at all. */
  public LoadResultAssert passed() {
    return hasVerdict(Verdict.PASSED);
  }

  /** Asserts what the run says of its target. */
  public LoadResultAssert hasVerdict(Verdict asked) {
    if (result.verdict() != asked) {
      throw new AssertionFailedError(
          "load test %s: asked %s, found %s"
              .formatted(result.name(), asked, result.toString().substring(begin())),
          asked,
          result.verdict());
    }
    return this;
  }

  private int begin() {
    return result.name().length() + ": ".length();
  }

  /** Asserts what became of a flow; the figures are of the measured phase. */
  public FlowAssert flow(String name) {
    if (!result.flows().contains(name)) {
      throw new AssertionFailedError(
          "load test %s: asked for the flow %s, found %s; see %s"
              .formatted(result.name(), name, String.join(", ", result.flows()), result.report()));
    }
    return new FlowAssert(this, name);
  }

  /** Asserts that a figure has that value, in its unit. */
  public LoadResultAssert figureIs(String figure, double asked) {
    return figure(figure, figure, "", asked, found -> found == asked);
  }

  /**
   * Asserts that a figure is below a bound, in its unit. One that was not measured is not below it.
   */
  public LoadResultAssert figureBelow(String figure, double bound) {
    return figure(figure, figure, "below ", bound, found -> found < bound);
  }

  /** Asserts that a figure is a bound or more, in its unit. */
  public LoadResultAssert figureAtLeast(String figure, double bound) {
    return figure(figure, figure, "at least ", bound, found -> found >= bound);
  }

  LoadResultAssert figure(
      String name, String label, String comparison, double asked, DoublePredicate holds) {
    Figure found = result.figure(name).orElse(null);
    if (found == null || !holds.test(found.value())) {
      String bound =
          comparison + (found == null ? new Figure(name, asked, "count") : found).told(asked);
      throw new AssertionFailedError(
          "load test %s: %s: asked %s, found %s; see %s"
              .formatted(
                  result.name(),
                  label,
                  bound,
                  found == null ? "nothing measured" : found,
                  result.report()),
          bound,
          found);
    }
    return this;
  }
}
