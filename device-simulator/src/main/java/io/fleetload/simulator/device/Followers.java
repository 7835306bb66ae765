// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import java.util.List;

/** The steps that follow the messages of a flow, in their order; of the alternatives, one does. */
final class Followers {
  private final List<StepFlow> steps;
  private final long salt;
  private final int weights;

  /**
   * The steps after a flow.
   *
   * @param seed the run's, which says which message is followed by which of the alternatives
   * @param flow the flow that they follow
   */
  Followers(long seed, String flow, List<StepFlow> steps) {
    this.steps = List.copyOf(steps);
    this.salt = mixed(seed ^ ((long) flow.hashCode() << Integer.SIZE));
    this.weights = steps.stream().mapToInt(each -> each.spec.step().weight()).sum();
  }

  int count() {
    return steps.size();
  }

  StepFlow at(int place) {
    return steps.get(place);
  }

  /** Returns whether the step at a place follows the message with a number. */
  boolean follows(int place, int n) {
    int weight = at(place).spec.step().weight();
    if (weight == 0) {
      return true;
    }
    int before = 0;
    for (int i = 0; i < place; i++) {
      before += at(i).spec.step().weight();
    }
    long drawn = Long.remainderUnsigned(mixed(salt + n), weights);
    return drawn >= before && drawn < before + weight;
  }

  /** Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014. */
  private static long mixed(long number) {
    long z = number + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
