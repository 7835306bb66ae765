// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

/** A flow of messages, as a profile asks for it. */
public interface Flow {
  /** When its messages are due. */
  Timing timing();
}
