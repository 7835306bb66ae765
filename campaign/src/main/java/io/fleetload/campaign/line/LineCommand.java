// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.line;

/** A command that takes a target's URL in the place of a profile. */
public interface LineCommand {
  /** The line of this command; it is begun once the URL is found. */
  TargetLine line();
}
