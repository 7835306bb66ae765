// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.http;

import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.fleetload.hono.name.FleetNames;
import io.fleetload.hono.payload.WrittenCommands;
import io.fleetload.hono.profile.HonoDevices.Protocol;
import io.fleetload.hono.profile.HonoFlow;
import io.fleetload.hono.profile.HonoFlows;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.results.run.Tenants;
import io.fleetload.wire.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;

/**
 * Hono's HTTP API as requests and responses
 * (https://www.eclipse.org/hono/docs/user-guide/http-adapter/): what a flow asks for, and where in
 * a response the command is. A device posts in its own name, which the adapter knows from its
 * credentials; a gateway puts to a resource that names the device.
 */
final class HttpRequests {
  private static final String JSON = "application/json";
  private static final String OCTETS = "application/octet-stream";
  private static final String LINE = "\r\n";
  private static final String RESPONSES = "/command/res/";

  /**
   * The part that the messages of a flow have in common.
   *
   * @param endpoint the first segment of their path
   * @param headers their headers, each with the end of its line
   */
  private record Kind(String endpoint, String headers) {}

  private final Map<String, Kind> kinds = new TreeMap<>();

  /** The heads of messages up to their lengths, by flow; empty with gateways. */
  private final Map<String, byte[]> heads = new TreeMap<>();

  /** The query of the answers to commands, by the flow of the answers. */
  private final Map<String, String> statuses = new TreeMap<>();

  private final FleetNames names;
  private final Tenants tenants;
  private final boolean gateways;
  private final String host;
  private final WrittenCommands commands;

  HttpRequests(HonoProfile profile) {
    this.names = new FleetNames(profile.devices());
    this.tenants = profile.sharedBy();
    this.gateways = profile.gateways() != null;
    this.host = profile.target().adapter(Protocol.HTTP);
    this.commands = new WrittenCommands(names::name);
    profile.flows().forEach(this::add);
    if (!gateways) {
      kinds.forEach((name, kind) -> heads.put(name, head("POST", kind.endpoint(), kind.headers())));
    }
  }

  private void add(String name, HonoFlow flow) {
    String type = header("Content-Type", flow.contents().saysJson() ? JSON : OCTETS);
    if (flow instanceof HonoFlow.CommandQuery query) {
      String wait = header("hono-ttd", Long.toString(query.ttd().nanos() / 1_000_000_000L));
      kinds.put(name, new Kind("/telemetry", type + header("QoS-Level", "1") + wait));
      commands.add(name, query.command().subject());
      statuses.put(HonoFlows.answers(name), "?hono-cmd-status=" + query.command().answer());
    } else if (flow instanceof HonoFlow.Telemetry telemetry) {
      String qos = header("QoS-Level", telemetry.confirmable() ? "1" : "0");
      kinds.put(name, new Kind("/telemetry", type + qos));
    } else {
      kinds.put(name, new Kind("/event", type));
    }
  }

  private static String header(String name, String value) {
    return name + ": " + value + LINE;
  }

  private byte[] head(String method, String path, String headers) {
    return bytes(method + " " + path + " HTTP/1.1" + LINE + header("Host", host) + headers);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** The header that says who asks. */
  static byte[] authorization(byte[] userAndPassword) {
    String pair = Base64.getEncoder().encodeToString(userAndPassword);
    return bytes(header("Authorization", "Basic " + pair));
  }

  /**
   * A message as it is asked.
   *
   * @param authorization the session's header that says who asks
   */
  ByteBuffer of(Message message, byte[] authorization) {
    byte[] head = head(message);
    byte[] body = message.payload();
    byte[] length = bytes(header("Content-Length", Integer.toString(body.length)) + LINE);
    return ByteBuffer.allocate(head.length + authorization.length + length.length + body.length)
        .put(head)
        .put(authorization)
        .put(length)
        .put(body)
        .flip();
  }

  private byte[] head(Message message) {
    if (message.answers() != null) {
      String path = message.answers().replyTo() + statuses.get(message.flow());
      return head(gateways ? "PUT" : "POST", path, header("Content-Type", JSON));
    }
    byte[] own = heads.get(message.flow());
    if (own != null) {
      return own;
    }
    Kind kind = kinds.get(message.flow());
    return head("PUT", kind.endpoint() + named(message.device()), kind.headers());
  }

  /** The segments that name a device. */
  private String named(int device) {
    return "/" + tenants.id(tenants.of(device)) + "/" + FleetNames.segment(names.name(device));
  }

  /** The request/response command in the response to a device's query, or null. */
  Inbound command(int device, HttpResponse response) {
    String request = response.header("hono-cmd-req-id");
    if (response.header("hono-command") == null || request == null) {
      return null;
    }
    String to = gateways ? named(device).substring(1) + "/" : "";
    return commands.inbound(device, RESPONSES + to + request, response.body());
  }
}
