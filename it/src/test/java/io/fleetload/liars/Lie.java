// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

import java.util.List;
import java.util.Set;

/**
 * A lie that a server tells, and the figure that names it.
 *
 * @param name as the server knows it
 * @param subject what is lied about, such as a flow
 * @param figure the path of the figure in the result
 */
record Lie(String name, String subject, String figure) {
  private static final String NONE = "NONE";

  /** Of which all messages are lied about, where a lie is about those of one. */
  private static final int THE_ONE = 3;

  /** Those of a table with a line for each, and the truth before them. */
  static List<Lie> table(String text) {
    return ("NONE - -\n" + text)
        .lines()
        .map(line -> line.split(" +"))
        .map(each -> new Lie(each[0], each[1], each[2]))
        .toList();
  }

  /** Some of several. */
  static List<Lie> named(List<Lie> lies, String... names) {
    return lies.stream().filter(each -> each.is(names)).toList();
  }

  /** The rest of several. */
  static List<Lie> others(List<Lie> lies, List<Lie> some) {
    return lies.stream().filter(each -> !some.contains(each)).toList();
  }

  boolean isTruth() {
    return is(NONE);
  }

  boolean is(String... names) {
    return Set.of(names).contains(name);
  }

  boolean isOf(String what) {
    return subject.equals(what);
  }

  /**
   * Whether a message of the measured phase is lied about, which came now.
   *
   * @param device that of the message, or whatever takes turns
   * @param n its number in its flow
   */
  boolean about(String what, int device, int n, Draw.Phase phase) {
    boolean ofOne = is("REORDERED") || name.contains("_OF_ONE_");
    return isOf(what) && (ofOne ? device == THE_ONE : phase.hits(device, n));
  }

  @Override
  public String toString() {
    return name;
  }
}
