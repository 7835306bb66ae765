// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.view;

/**
 * A line of the terminal view.
 *
 * @param text what it says, no wider than it was asked to be
 * @param tone what colour may add; never the only sign of anything
 */
record Line(String text, Tone tone) {
  /** The role of a line, which decides its colour. */
  enum Tone {
    /** Nothing in particular. */
    PLAIN,
    HEAD,
    /** Something that should not be. */
    ALARM
  }
}
