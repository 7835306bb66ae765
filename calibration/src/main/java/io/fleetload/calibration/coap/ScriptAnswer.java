// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration.coap;

import io.fleetload.calibration.script.Reply;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import org.eclipse.californium.core.coap.CoAP.ResponseCode;
import org.eclipse.californium.core.coap.MediaTypeRegistry;
import org.eclipse.californium.core.coap.Response;

/**
 * The CoAP responses of the script, as Hono's adapter writes them
 * (https://www.eclipse.org/hono/docs/user-guide/coap-adapter/).
 */
final class ScriptAnswer {
  private static final String COMMAND_RESPONSE = "command_response";

  private final int fleet;

  /** Creates answers to a fleet of that size; its devices take turns. */
  ScriptAnswer(int fleet) {
    this.fleet = fleet;
  }

  /**
   * The response to a message.
   *
   * @param query whether it waits for a command
   */
  Response to(Stamp stamp, Reply reply, boolean query, long nowEpoch) {
    return switch (reply) {
      case OK -> query ? command(stamp, nowEpoch) : new Response(ResponseCode.CHANGED);
      case NO_COMMAND -> new Response(ResponseCode.CHANGED);
      case FOREIGN_COMMAND -> withCommand("no stamp");
      case LATE_COMMAND -> command(before(stamp), nowEpoch);
      case SERVICE_UNAVAILABLE -> new Response(ResponseCode.SERVICE_UNAVAILABLE);
      case NOT_FOUND -> new Response(ResponseCode.NOT_FOUND);
      case RESET, SILENCE -> throw new IllegalArgumentException("no response: " + reply);
    };
  }

  private static Response command(Stamp query, long nowEpoch) {
    return withCommand(query.with(new Stamp.Legs(0, nowEpoch, nowEpoch, 0)).text());
  }

  private static Response withCommand(String stamp) {
    Response response = new Response(ResponseCode.CHANGED);
    response.getOptions().addLocationPath(COMMAND_RESPONSE);
    response.getOptions().addLocationPath("2045" + Integer.toHexString(stamp.hashCode()));
    response.getOptions().addLocationQuery("hono-command=calibrate");
    response.getOptions().setContentFormat(MediaTypeRegistry.APPLICATION_JSON);
    response.setPayload(("{\"stamp\":\"" + stamp + "\"}").getBytes(StandardCharsets.UTF_8));
    return response;
  }

  /** The same device's query before this one. */
  private Stamp before(Stamp stamp) {
    return new Stamp(
        stamp.run(),
        stamp.flow(),
        stamp.period(),
        stamp.device(),
        stamp.n() - fleet,
        stamp.due(),
        stamp.sent());
  }
}
