// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.profile;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fleetload.profile.key.Doc;

/** Way in which requests name the {@code @context} of their names. */
public record ContextUse(
    @Doc(
            value =
                "body: in the body, as application/ld+json, and in the header Link where there is"
                    + " no body; link: in the header Link; core: the core context in the header"
                    + " Link; none: not at all",
            byDefault = "body; none with broker orion")
        Way send) {

  /** Place in which a request names it. */
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

  /** The default of a broker. */
  static ContextUse of(Broker broker) {
    return new ContextUse(broker.isV2() ? Way.NONE : Way.BODY);
  }
}
