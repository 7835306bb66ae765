// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.http;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** An answer that is an error, with its status and its body. */
public final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int status;
  private final transient ObjectNode body;

  public Refusal(int status, ObjectNode body) {
    super(body.toString(), null, false, false);
    this.status = status;
    this.body = body;
  }

  public int status() {
    return status;
  }

  public ObjectNode body() {
    return body;
  }
}
