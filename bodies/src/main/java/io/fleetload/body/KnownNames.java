// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import java.util.Set;

/**
 * The names that the placeholders of a template may use.
 *
 * @param seed of the run; drawn values follow from it
 * @param place the name of the flow or step; two places draw different values
 * @param absent names of the language that messages have no value for here
 * @param own names of the pack, for texts that {@link Values#own} gives
 * @param feeders the files of data
 */
public record KnownNames(
    long seed, String place, Set<String> absent, Set<String> own, Feeders feeders) {
  /** The name of the device, for bodies that are made of a device and a stamp. */
  static final String DEVICE = "device";

  public KnownNames {
    absent = Set.copyOf(absent);
    own = Set.copyOf(own);
  }

  /** The names for messages of devices, which have no iterations. */
  public static KnownNames ofDevices(long seed, String flow, Feeders feeders) {
    return new KnownNames(seed, flow, Set.of("iteration"), Set.of(DEVICE), feeders);
  }

  /** The names for what a device says of itself, in no message. */
  static KnownNames ofFleet(long seed, String key, Feeders feeders) {
    return new KnownNames(
        seed,
        key,
        Set.of("iteration", "n", "stamp", "run", "now", "epochMillis"),
        Set.of(DEVICE),
        feeders);
  }

  /** The names for messages of users. */
  public static KnownNames ofUsers(long seed, String flow, Set<String> own, Feeders feeders) {
    return new KnownNames(seed, flow, Set.of(), own, feeders);
  }

  /** The names for what no user sends, such as a request that prepares the target. */
  public static KnownNames ofRequests(long seed, String step, Set<String> own, Feeders feeders) {
    return new KnownNames(seed, step, Set.of("user", "iteration", "stamp"), own, feeders);
  }

  /** Tells whether the language has a name already, so that a pack cannot add it. */
  public static boolean isTaken(String name) {
    return MessagePlaceholders.NAMES.contains(name) || RandomPlaceholders.FORMS.containsKey(name);
  }
}
