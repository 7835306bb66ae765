// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.profile;

import com.fasterxml.jackson.annotation.JsonProperty;

/** A kind of broker, and where it differs from the others. */
public enum Broker {
  /** Scorpio, NGSI-LD. A subscription that selects an entity by its id never notifies. */
  @JsonProperty("scorpio")
  SCORPIO(false, false),
  /** Stellio, NGSI-LD. */
  @JsonProperty("stellio")
  STELLIO(false, true),
  /** Orion-LD, NGSI-LD. */
  @JsonProperty("orion-ld")
  ORION_LD(false, true),
  /** Orion, NGSI-v2. */
  @JsonProperty("orion")
  ORION(true, true);

  private final boolean v2;
  private final boolean selectsById;

  Broker(boolean v2, boolean selectsById) {
    this.v2 = v2;
    this.selectsById = selectsById;
  }

  /** Returns whether it speaks NGSI-v2; NGSI-LD otherwise. */
  public boolean isV2() {
    return v2;
  }

  /**
   * Returns whether a subscription can select an entity by its id; otherwise it needs an id pattern
   * with anchors, for the broker looks for the pattern anywhere in an id.
   */
  public boolean selectsById() {
    return selectsById;
  }

  /** Prefix of the paths of its requests. */
  public String root() {
    return v2 ? "/v2" : "/ngsi-ld/v1";
  }

  /** The header that names the tenant. */
  public String tenantHeader() {
    return v2 ? "Fiware-Service" : "NGSILD-Tenant";
  }

  /** The header of an answer that says how many entities a query matches. */
  public String countHeader() {
    return v2 ? "Fiware-Total-Count" : "NGSILD-Results-Count";
  }

  /** Parameter of a query's path that asks for that header. */
  public String askForCount() {
    return v2 ? "options=count" : "count=true";
  }

  /**
   * Media type that requests which read say they accept; some brokers refuse a request that says
   * none.
   */
  public String accept() {
    return v2 ? "application/json" : "application/ld+json";
  }
}
