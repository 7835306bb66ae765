// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.fleetload.hono.payload.WrittenCommands;
import io.fleetload.hono.profile.HonoFlow;
import io.fleetload.hono.profile.HonoFlows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Hono's CoAP API as requests and responses
 * (https://www.eclipse.org/hono/docs/user-guide/coap-adapter/): which resource a flow goes to, and
 * where in a response the command is.
 *
 * @param <F> the form in which a stack writes requests of one kind
 */
public final class CoapRequests<F> {
  private static final String COMMAND_RESPONSE = "command_response";

  /** Content formats (RFC 7252, section 12.3). */
  private static final int JSON = 50;

  private static final int OCTETS = 42;

  /**
   * The part that the messages of a flow have in common.
   *
   * @param endpoint the first segment of their path
   * @param confirmable whether they are acknowledged
   * @param format their content format
   * @param query a part of their query, or null
   */
  private record Kind(String endpoint, boolean confirmable, int format, String query) {}

  private final Behalf behalf;
  private final Map<String, Kind> kinds = new TreeMap<>();
  private final Function<HonoRequest, F> written;
  private final Map<String, F> forms = new TreeMap<>();

  /** The answers to commands, by the flow of the answers. */
  private final Map<String, Kind> answers = new TreeMap<>();

  private final WrittenCommands commands;

  /**
   * The requests of a profile's flows.
   *
   * @param flows the flows
   * @param behalf the sender of each
   * @param names a device's name by its index
   * @param written makes the form of a kind of requests; called once for what all devices share
   */
  public CoapRequests(
      Map<String, HonoFlow> flows,
      Behalf behalf,
      IntFunction<String> names,
      Function<HonoRequest, F> written) {
    this.behalf = behalf;
    this.commands = new WrittenCommands(names);
    this.written = written;
    flows.forEach(this::add);
    if (behalf instanceof Behalf.Own) {
      // The same for all devices.
      kinds.forEach((flow, kind) -> forms.put(flow, form(kind, List.of())));
    }
  }

  private void add(String name, HonoFlow flow) {
    int format = flow.contents().saysJson() ? JSON : OCTETS;
    if (flow instanceof HonoFlow.CommandQuery query) {
      String ttd = "hono-ttd=" + query.ttd().nanos() / 1_000_000_000L;
      kinds.put(name, new Kind("telemetry", true, format, ttd));
      commands.add(name, query.command().subject());
      String status = "hono-cmd-status=" + query.command().answer();
      answers.put(HonoFlows.answers(name), new Kind(COMMAND_RESPONSE, true, JSON, status));
    } else if (flow instanceof HonoFlow.Telemetry telemetry) {
      kinds.put(name, new Kind("telemetry", telemetry.confirmable(), format, null));
    } else {
      kinds.put(name, new Kind("event", true, format, null));
    }
  }

  /** The part that a message has in common with others of its flow. */
  public F message(Message message) {
    if (message.answers() != null) {
      return form(
          answers.get(message.flow()), behalf.answerTo((String) message.answers().replyTo()));
    }
    Kind kind = kinds.get(message.flow());
    if (kind == null) {
      throw new IllegalArgumentException("no flow of Hono's: " + message.flow());
    }
    F form = forms.get(message.flow());
    return form == null ? form(kind, behalf.from(message.device())) : form;
  }

  /**
   * The request/response command to a device in a response, or null.
   *
   * @param location the response's Location-Path
   * @param body the response's body; asked for only where there is a command
   */
  public Inbound command(int device, List<String> location, Supplier<byte[]> body) {
    if (location.size() < 2 || !location.get(0).equals(COMMAND_RESPONSE)) {
      return null;
    }
    String replyTo = behalf.replyTo(location);
    if (replyTo == null) {
      return null;
    }
    return commands.inbound(device, replyTo, body.get());
  }

  private F form(Kind kind, List<String> more) {
    List<String> path = new ArrayList<>(List.of(kind.endpoint()));
    path.addAll(more);
    List<String> query =
        kind.query() == null ? List.of(AnswerTime.QUERY) : List.of(kind.query(), AnswerTime.QUERY);
    return written.apply(
        new HonoRequest(behalf.code(), kind.confirmable(), path, kind.format(), query));
  }
}
