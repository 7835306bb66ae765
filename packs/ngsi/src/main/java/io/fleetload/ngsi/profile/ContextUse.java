// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.profile;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fleetload.profile.Doc;

/** How requests say which {@code @context} their names are of. */
public record ContextUse(
    @Doc(
            value =
                "body: in the body, as application/ld+json, and in the header Link where there is"
                    + " no body; link: in the header Link; core: the core context in the header"
                    + " Link; none: not at all",
            byDefault = "body; none with broker orion")
        Way send) {

  /** Where a request says it. */
  public enum Way {
    /** In the body. */
    @JsonProperty("body")
    BODY,
    /** In the header {@code Link}. */
    @JsonProperty("link")
    LINK,
    /** The core context of NGSI-LD, in the header {@code Link}. */
    @JsonProperty("core")
    CORE,
    /** Nowhere. */
    @JsonProperty("none")
    NONE
  }

  /** What holds where a profile says nothing. */
  static ContextUse of(Broker broker) {
    return new ContextUse(broker.isV2() ? Way.NONE : Way.BODY);
  }
}
