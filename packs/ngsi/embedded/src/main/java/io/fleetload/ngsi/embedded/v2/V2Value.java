// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.v2;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.ngsi.embedded.http.Call;
import io.fleetload.ngsi.embedded.http.Json;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;

/** The value of an attribute alone, as a text or as JSON. */
final class V2Value {
  private static final String TEXT = "text/plain";

  private V2Value() {}

  /** Reads a value. In a text body it is a number, true, false, null, or a text in quotes. */
  static JsonNode read(Call call) {
    if (!call.hasBody()) {
      return Json.missing();
    }
    boolean text = call.header("Content-Type").startsWith(TEXT);
    JsonNode value = Json.read(call.body()).orElse(Json.missing());
    if (value.isMissingNode() && text) {
      throw V2Problem.INVALID.because(
          "attribute value type not recognized: "
              + new String(call.body(), StandardCharsets.UTF_8));
    }
    if (value.isMissingNode() || (!text && value.isValueNode())) {
      throw V2Problem.PARSE.because("Errors found in incoming JSON buffer");
    }
    return value;
  }

  static void answer(Call call, JsonNode value) {
    call.answer(200, value.isValueNode() ? TEXT : Call.JSON, Buffer.buffer(Json.bytes(value)));
  }
}
