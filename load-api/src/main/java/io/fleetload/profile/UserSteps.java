// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Which steps follow which flows, and how many messages that makes. */
public final class UserSteps {
  private static final long MOST = 1L << 31;

  private final Map<String, Step> steps;

  /**
   * The steps of a profile.
   *
   * @param steps by the names of their flows, in their order
   */
  public UserSteps(Map<String, Step> steps) {
    this.steps = steps;
  }

  /** Those that follow a flow's messages, in their order. */
  public List<String> after(String flow) {
    return steps.keySet().stream().filter(each -> steps.get(each).after().equals(flow)).toList();
  }

  /** All steps of the iterations that begin with a flow's messages. */
  public List<String> of(String flow) {
    List<String> all = new ArrayList<>();
    for (String step : after(flow)) {
      all.add(step);
      all.addAll(of(step));
    }
    return all;
  }

  /**
   * How many messages of one step there are at most for each message of a flow: so many numbers its
   * message stands for. 1 where nothing follows; of more than 2³¹, that.
   */
  public long numbersEach(String flow) {
    return after(flow).stream()
        .mapToLong(step -> Math.min(MOST, steps.get(step).times() * numbersEach(step)))
        .max()
        .orElse(1);
  }

  /** How many messages follow each message of a flow on average. */
  public double messagesAfter(String flow) {
    return after(flow).stream()
        .mapToDouble(step -> share(step) * steps.get(step).times() * (1 + messagesAfter(step)))
        .sum();
  }

  /** Of how many messages that a step can follow it is taken: 1 for all. */
  public double share(String step) {
    Step its = steps.get(step);
    int all = after(its.after()).stream().mapToInt(each -> steps.get(each).weight()).sum();
    return its.weight() == 0 ? 1 : (double) its.weight() / all;
  }
}
