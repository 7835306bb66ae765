// SPDX-License-Identifier: EPL-2.0
package io.fleetload.flow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The steps that follow each flow, and the number of messages that they make. */
public final class UserSteps {
  private static final long MOST = 1L << 31;

  private final Map<String, Step> steps;
  private final Map<String, List<String>> following = new HashMap<>();

  /**
   * The steps of a profile.
   *
   * @param steps by the names of their flows, in their order
   */
  public UserSteps(Map<String, Step> steps) {
    this.steps = steps;
    steps.forEach(
        (name, step) ->
            following.computeIfAbsent(step.after(), flow -> new ArrayList<>()).add(name));
  }

  /** Each of them, in their order. */
  public Map<String, Step> byName() {
    return steps;
  }

  /** The steps that follow a flow's messages, in their order. */
  public List<String> after(String flow) {
    return List.copyOf(following.getOrDefault(flow, List.of()));
  }

  /** All steps of the iterations that begin with a flow's messages, each after what it follows. */
  public List<String> of(String flow) {
    List<String> all = new ArrayList<>();
    // Steps that follow each other in a ring are no mistake yet.
    Set<String> seen = new HashSet<>(Set.of(flow));
    Deque<String> next = new ArrayDeque<>(after(flow));
    while (!next.isEmpty()) {
      String step = next.removeFirst();
      if (!seen.add(step)) {
        continue;
      }
      all.add(step);
      List<String> its = after(step);
      for (int i = its.size() - 1; i >= 0; i--) {
        next.addFirst(its.get(i));
      }
    }
    return all;
  }

  /** Number of steps that are one after the other at most in the iterations of a flow. */
  int depth(String flow) {
    Map<String, Integer> depths = new HashMap<>();
    for (String step : of(flow)) {
      depths.put(step, depths.getOrDefault(steps.get(step).after(), 0) + 1);
    }
    return depths.values().stream().mapToInt(Integer::intValue).max().orElse(0);
  }

  /**
   * Most messages of one step for each message of a flow: a message of the flow takes so many
   * numbers. 1 where nothing follows; of more than 2³¹, that.
   */
  public long numbersEach(String flow) {
    Map<String, Long> numbers = new HashMap<>();
    for (String each : lastFirst(flow)) {
      long most =
          after(each).stream()
              .mapToLong(
                  step -> Math.min(MOST, steps.get(step).times() * numbers.getOrDefault(step, 1L)))
              .max()
              .orElse(1);
      numbers.put(each, most);
    }
    return numbers.get(flow);
  }

  /** Average number of messages that follow each message of a flow. */
  public double messagesAfter(String flow) {
    Map<String, Double> messages = new HashMap<>();
    for (String each : lastFirst(flow)) {
      double sum =
          after(each).stream()
              .mapToDouble(
                  step ->
                      share(step)
                          * steps.get(step).times()
                          * (1 + messages.getOrDefault(step, 0.0)))
              .sum();
      messages.put(each, sum);
    }
    return messages.get(flow);
  }

  /** A flow and its steps, each after all that follow it. */
  private List<String> lastFirst(String flow) {
    List<String> all = new ArrayList<>(of(flow));
    Collections.reverse(all);
    all.add(flow);
    return all;
  }

  /** Of how many messages that a step can follow it is taken: 1 for all. */
  public double share(String step) {
    Step its = steps.get(step);
    int all = after(its.after()).stream().mapToInt(each -> steps.get(each).weight()).sum();
    return its.weight() == 0 ? 1 : (double) its.weight() / all;
  }
}
