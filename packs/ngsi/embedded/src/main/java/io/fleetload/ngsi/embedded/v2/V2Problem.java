// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.v2;

import io.fleetload.ngsi.embedded.http.Json;
import io.fleetload.ngsi.embedded.http.Refusal;

/** The errors of NGSI-v2 with the words of Orion. */
enum V2Problem {
  PARSE(400, "ParseError"),
  INVALID(400, "BadRequest"),
  NOT_FOUND(404, "NotFound"),
  NOT_ALLOWED(405, "MethodNotAllowed"),
  UNPROCESSABLE(422, "Unprocessable");

  private final int status;
  private final String error;

  V2Problem(int status, String error) {
    this.status = status;
    this.error = error;
  }

  Refusal because(String description) {
    return new Refusal(status, Json.object().put("error", error).put("description", description));
  }

  static Refusal noEntity() {
    return NOT_FOUND.because("The requested entity has not been found. Check type and id");
  }
}
