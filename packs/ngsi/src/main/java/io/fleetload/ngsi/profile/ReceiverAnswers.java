// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.profile;

import io.fleetload.profile.key.Doc;
import io.fleetload.quantity.Share;
import io.fleetload.quantity.Span;

/** Answers of the receiver to notifications; each of them counts as received all the same. */
public record ReceiverAnswers(
    @Doc(value = "how late", byDefault = "0s") Span delay,
    @Doc(value = "share that is answered with 503", byDefault = "none") Share refuse,
    @Doc(value = "share that is never answered", byDefault = "none") Share hang) {

  /** Every one, with 204. */
  static final ReceiverAnswers AT_ONCE = new ReceiverAnswers(null, null, null);

  /** Fills in what the profile leaves open. */
  public ReceiverAnswers {
    delay = delay == null ? new Span(0) : delay;
  }
}
