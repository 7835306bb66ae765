// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.profile;

/**
 * The rules that a flow of kind write is about. No other flow writes them, so a rule's key says
 * which flow wrote it, and the content before says which message deleted it.
 *
 * @param first index of the first of them
 * @param count how many follow each other
 */
public record RulePart(int first, int count) {
  /**
   * One of several parts, which are as large as each other, give or take one rule.
   *
   * @param place which of them, from 0
   * @param parts how many there are
   * @param rules how many rules they are parts of
   */
  static RulePart of(int place, int parts, int rules) {
    int first = (int) ((long) rules * place / parts);
    return new RulePart(first, (int) ((long) rules * (place + 1) / parts) - first);
  }
}
