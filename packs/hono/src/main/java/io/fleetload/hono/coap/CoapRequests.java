// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.fleetload.hono.HonoFlows;
import io.fleetload.stamp.Stamp;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Hono's CoAP API as requests and responses
 * (https://www.eclipse.org/hono/docs/user-guide/coap-adapter/): which resource a flow goes to, and
 * where in a response the command is.
 */
final class CoapRequests {
  private static final String COMMAND_RESPONSE = "command_response";

  /** Content formats (RFC 7252, section 12.3). */
  private static final int JSON = 50;

  private static final int OCTETS = 42;

  /**
   * What the messages of a flow have in common.
   *
   * @param endpoint the first segment of their path
   * @param confirmable whether they are acknowledged
   * @param format their content format
   * @param query their query, or null
   */
  private record Kind(String endpoint, boolean confirmable, int format, String query) {}

  private final Behalf behalf;
  private final Map<String, Kind> kinds = new TreeMap<>();
  private final Map<String, RequestForm> forms = new TreeMap<>();
  private final Kind answers;

  /**
   * The requests of a profile's flows.
   *
   * @param flows the flows
   * @param behalf on whose behalf they are sent
   */
  CoapRequests(HonoFlows flows, Behalf behalf) {
    this.behalf = behalf;
    HonoFlows.CommandQuery query = flows.commandQuery();
    boolean confirmable = flows.telemetry() == null || flows.telemetry().confirmable();
    kinds.put(
        HonoFlows.TELEMETRY, new Kind("telemetry", confirmable, format(flows.telemetry()), null));
    kinds.put(HonoFlows.EVENT, new Kind("event", true, format(flows.event()), null));
    if (query != null) {
      String ttd = "hono-ttd=" + query.ttd().nanos() / 1_000_000_000L;
      kinds.put(HonoFlows.COMMAND_QUERY, new Kind("telemetry", true, format(query), ttd));
    }
    this.answers =
        query == null
            ? null
            : new Kind(COMMAND_RESPONSE, true, JSON, "hono-cmd-status=" + query.command().answer());
    if (behalf instanceof Behalf.Own) {
      // The same for all devices.
      kinds.forEach((flow, kind) -> forms.put(flow, form(kind, List.of())));
    }
  }

  /** What a message has in common with others of its flow. */
  RequestForm message(Message message) {
    if (message.answers() != null) {
      return form(answers, behalf.answerTo((String) message.answers().replyTo()));
    }
    Kind kind = kinds.get(message.flow());
    if (kind == null) {
      throw new IllegalArgumentException("no flow of Hono's: " + message.flow());
    }
    RequestForm form = forms.get(message.flow());
    return form == null ? form(kind, behalf.from(message.device())) : form;
  }

  /** The request/response command to a device in a response, or null. */
  Inbound command(int device, CoapMessage response) {
    List<String> location = response.texts(OptionBytes.LOCATION_PATH);
    if (location.size() < 2 || !location.get(0).equals(COMMAND_RESPONSE)) {
      return null;
    }
    String replyTo = behalf.replyTo(location);
    return replyTo == null
        ? null
        : new Inbound(device, Stamp.find(response.payload()).orElse(null), replyTo);
  }

  private RequestForm form(Kind kind, List<String> more) {
    OptionBytes options = OptionBytes.after(0).add(OptionBytes.URI_PATH, kind.endpoint());
    more.forEach(segment -> options.add(OptionBytes.URI_PATH, segment));
    options.add(OptionBytes.CONTENT_FORMAT, kind.format());
    if (kind.query() != null) {
      options.add(OptionBytes.URI_QUERY, kind.query());
    }
    return RequestForm.of(behalf.code(), kind.confirmable(), options);
  }

  private static int format(HonoFlows.WithBody flow) {
    return flow != null && flow.payload() == HonoFlows.Payload.BINARY ? OCTETS : JSON;
  }
}
