package io.fleetload.simulator.coap;

import io.fleetload.driver.Command;
import io.fleetload.hono.HonoFlows;
import java.util.List;
import org.eclipse.californium.core.coap.CoAP;
import org.eclipse.californium.core.coap.MediaTypeRegistry;
import org.eclipse.californium.core.coap.OptionSet;
import org.eclipse.californium.core.coap.Request;
import org.eclipse.californium.core.coap.Response;

/**
 * Hono's CoAP API as requests and responses
 * (https://www.eclipse.org/hono/docs/user-guide/coap-adapter/): which resource a flow posts to, and
 * where in a response the command is.
 */
final class CoapRequests {
  private static final String COMMAND_RESPONSE = "command_response";

  private final boolean telemetryConfirmable;
  private final String ttdQuery;
  private final String statusQuery;

  /**
   * The requests of a profile's flows.
   *
   * @param flows the flows
   */
  CoapRequests(HonoFlows flows) {
    HonoFlows.CommandQuery query = flows.commandQuery();
    this.telemetryConfirmable = flows.telemetry() == null || flows.telemetry().confirmable();
    this.ttdQuery = query == null ? null : "hono-ttd=" + query.ttd().nanos() / 1_000_000_000L;
    this.statusQuery = query == null ? null : "hono-cmd-status=" + query.command().answer();
  }

  /** A message of a flow. */
  Request message(String flow, byte[] payload) {
    return switch (flow) {
      case HonoFlows.TELEMETRY -> post(telemetryConfirmable, payload, "telemetry");
      case HonoFlows.EVENT -> post(true, payload, "event");
      case HonoFlows.COMMAND_QUERY -> {
        Request request = post(true, payload, "telemetry");
        request.getOptions().addUriQuery(ttdQuery);
        yield request;
      }
      default -> throw new IllegalArgumentException("no flow of Hono's: " + flow);
    };
  }

  /** The answer to a command. */
  Request answer(Command command, byte[] payload) {
    Request request = post(true, payload, COMMAND_RESPONSE, command.replyTo());
    request.getOptions().addUriQuery(statusQuery);
    return request;
  }

  /** The request/response command in a response, or null. */
  static Command command(Response response) {
    OptionSet options = response.getOptions();
    List<String> location = options.getLocationPath();
    if (location.size() != 2 || !location.get(0).equals(COMMAND_RESPONSE)) {
      return null;
    }
    return new Command(location.get(1), response.getPayload());
  }

  private static Request post(boolean confirmable, byte[] payload, String... path) {
    Request request = new Request(CoAP.Code.POST, confirmable ? CoAP.Type.CON : CoAP.Type.NON);
    for (String segment : path) {
      request.getOptions().addUriPath(segment);
    }
    request.getOptions().setContentFormat(MediaTypeRegistry.APPLICATION_JSON);
    request.setPayload(payload);
    return request;
  }
}
