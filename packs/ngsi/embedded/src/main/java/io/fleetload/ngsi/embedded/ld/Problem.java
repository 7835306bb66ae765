// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.ld;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.ngsi.embedded.http.Json;
import io.fleetload.ngsi.embedded.http.Refusal;

/** The errors of NGSI-LD with the words of Scorpio. */
public enum Problem {
  INVALID(400, "InvalidRequest", "Invalid request."),
  NOT_FOUND(404, "ResourceNotFound", "Resource not found."),
  EXISTS(409, "AlreadyExists", "Already exists."),
  TOO_MANY(403, "TooManyResults", "Too many results."),
  NOT_ACCEPTABLE(406, "NotAcceptable", "Not acceptable."),
  NOT_ALLOWED(405, "OperationNotSupported", "Operation not supported."),
  CONTEXT(503, "LdContextNotAvailable", "LD context not available.");

  private final int status;
  private final String type;
  private final String title;

  Problem(int status, String type, String title) {
    this.status = status;
    this.type = type;
    this.title = title;
  }

  /** The details of it, as a part of an answer. */
  ObjectNode details(String detail) {
    ObjectNode body = Json.object();
    body.put("type", "https://uri.etsi.org/ngsi-ld/errors/" + type);
    body.put("title", title);
    body.put("detail", detail);
    body.put("status", status);
    return body;
  }

  /** The details of what is wrong with one entity. */
  ObjectNode details(String detail, String id) {
    return details(detail).put("instanceId", id);
  }

  public Refusal because(String detail) {
    return new Refusal(status, details(detail));
  }

  Refusal because(String detail, String id) {
    return new Refusal(status, details(detail, id));
  }

  public static Refusal invalid(String detail) {
    return INVALID.because(detail);
  }

  /** For an answer that names what was not there. */
  public static Refusal notFound(String id) {
    return NOT_FOUND.because(id + " was not found", id);
  }
}
