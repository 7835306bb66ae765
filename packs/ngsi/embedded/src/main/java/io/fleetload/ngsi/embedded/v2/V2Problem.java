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
  NOT_ACCEPTABLE(406, "NotAcceptable"),
  TOO_MANY(409, "TooManyResults"),
  NO_LENGTH(411, "ContentLengthRequired"),
  MEDIA_TYPE(415, "UnsupportedMediaType"),
  UNPROCESSABLE(422, "Unprocessable"),
  PARTIAL(422, "PartialUpdate"),
  NOT_IMPLEMENTED(501, "NotImplemented");

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

  static Refusal noAttribute() {
    return NOT_FOUND.because("The entity does not have such an attribute");
  }

  static Refusal noService() {
    return INVALID.because("Service not found. Check your URL as probably it is wrong.");
  }
}
