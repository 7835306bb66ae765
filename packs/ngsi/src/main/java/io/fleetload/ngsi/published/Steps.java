// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.published;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.results.Result;

/** Requests of a run that are steps of their users. A book does not say it; the profile does. */
final class Steps {
  private Steps() {}

  /** The request that one follows; null for one that begins an iteration. */
  static String before(Result result, String request) {
    JsonNode profile = result.about().profile();
    JsonNode after =
        profile == null ? null : profile.path("flows").path(request).path("after").get("flow");
    return after == null || after.isNull() ? null : after.asText();
  }
}
