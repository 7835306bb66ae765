// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.fleetload.hono.name.FleetNames;
import io.fleetload.hono.payload.DittoCommand;
import io.fleetload.hono.profile.Contents;
import io.fleetload.hono.profile.HonoDevices;
import io.fleetload.hono.profile.HonoFlow;
import io.fleetload.profile.Fleet;
import io.fleetload.profile.Timing;
import io.fleetload.quantity.Rate;
import io.fleetload.quantity.Size;
import io.fleetload.quantity.Span;
import io.fleetload.results.run.Tenants;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.eclipse.californium.core.coap.CoAP;
import org.eclipse.californium.core.coap.Request;
import org.eclipse.californium.core.coap.Response;
import org.eclipse.californium.core.coap.Token;
import org.eclipse.californium.core.network.serialization.UdpDataParser;
import org.eclipse.californium.core.network.serialization.UdpDataSerializer;
import org.junit.jupiter.api.Test;

/** What we write is read, and what we read is written, by Californium. */
class CoapRequestsTest {
  private static final byte[] BODY = {'{', '}'};
  private static final Stamp STAMP =
      new Stamp(RunId.parse("1f"), "commandQuery", Period.MEASURED, 7, 42, 1, 2);
  private static final Timing TIMING = new Timing(null, Rate.parse("1/s"), null, null, null, null);
  private static final Contents DITTO = new Contents(null, null, null);

  private static final Map<String, HonoFlow> FLOWS =
      Map.of(
          "telemetry",
          new HonoFlow.Telemetry(TIMING, DITTO, false),
          "event",
          new HonoFlow.Event(TIMING, new Contents(Contents.Payload.BINARY, new Size(20), null)),
          "commandQuery",
          new HonoFlow.CommandQuery(
              TIMING, DITTO, Span.parse("10s"), new HonoFlow.CommandQuery.Command(null, 202)));

  private final CoapRequests<RequestForm> requests =
      new CoapRequests<>(FLOWS, new Behalf.Own(), names()::name, RequestForm::of);
  private final CoapRequests<RequestForm> gateway =
      new CoapRequests<>(
          FLOWS, new Behalf.Gateway(Tenants.one("T1"), names()), names()::name, RequestForm::of);

  private static FleetNames names() {
    return new FleetNames(
        new HonoDevices(
            new Fleet(50, null, null, null, null, null, null, null),
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null));
  }

  private static Request written(RequestForm form) {
    CoapWriter writer = new CoapWriter();
    int length = writer.request(form, 0xcafe, 0x01020304, null, BODY, 0, BODY.length);
    return (Request) new UdpDataParser().parseMessage(Arrays.copyOf(writer.buffer(), length));
  }

  private static CoapMessage read(Response response) {
    response.setType(CoAP.Type.ACK);
    response.setMID(7);
    response.setToken(new Token(new byte[] {1, 2, 3, 4}));
    byte[] bytes = new UdpDataSerializer().getByteArray(response);
    CoapMessage message = new CoapMessage();
    assertThat(message.read(bytes, 0, bytes.length)).isTrue();
    return message;
  }

  private static Inbound command(CoapRequests<RequestForm> of, Response response) {
    CoapMessage message = read(response);
    return of.command(7, message.texts(OptionBytes.LOCATION_PATH), message::payload);
  }

  private static Message answer(Inbound command) {
    return new Message("commandResponse", 7, 0, null, command, BODY);
  }

  @Test
  void telemetryMayBeNonConfirmable() {
    Request request = written(requests.message(new Message("telemetry", 7, 0, null, null, BODY)));

    assertThat(request.getCode()).isEqualTo(CoAP.Code.POST);
    assertThat(request.getType()).isEqualTo(CoAP.Type.NON);
    assertThat(request.getMID()).isEqualTo(0xcafe);
    assertThat(request.getToken().getBytes()).containsExactly(1, 2, 3, 4);
    assertThat(request.getOptions().getUriPathString()).isEqualTo("telemetry");
    assertThat(request.getOptions().getContentFormat()).isEqualTo(50);
    assertThat(request.getPayload()).isEqualTo(BODY);
  }

  @Test
  void anEventIsAlwaysConfirmableAndItsBytesAreCalledSo() {
    Request request = written(requests.message(new Message("event", 7, 0, null, null, BODY)));

    assertThat(request.getType()).isEqualTo(CoAP.Type.CON);
    assertThat(request.getOptions().getUriPathString()).isEqualTo("event");
    assertThat(request.getOptions().getContentFormat()).isEqualTo(42);
  }

  @Test
  void aCommandQueryIsTelemetryThatWaits() {
    Request request =
        written(requests.message(new Message("commandQuery", 7, 0, null, null, BODY)));

    assertThat(request.getOptions().getUriPathString()).isEqualTo("telemetry");
    assertThat(request.getOptions().getUriQuery()).containsExactly("hono-ttd=10", "hono-time");
  }

  @Test
  void aCommandInAResponseIsAnsweredUnderItsRequestId() {
    Response response = new Response(CoAP.ResponseCode.CHANGED);
    response.getOptions().addLocationPath("command_response").addLocationPath("209corr-4711");
    response.getOptions().addLocationQuery("hono-command=setBrightness");
    response.setPayload(STAMP.text());

    Inbound command = command(requests, response);
    Request answer = written(requests.message(answer(command)));

    // It is no command as the backend writes it: only the stamp is in it.
    assertThat(command).isEqualTo(new Inbound(7, STAMP, "209corr-4711", true));
    assertThat(answer.getOptions().getUriPathString()).isEqualTo("command_response/209corr-4711");
    assertThat(answer.getOptions().getUriQuery())
        .containsExactly("hono-cmd-status=202", "hono-time");
  }

  @Test
  void aCommandWithTheBodyThatTheBackendWroteIsNotAltered() {
    Response response = new Response(CoAP.ResponseCode.CHANGED);
    response.getOptions().addLocationPath("command_response").addLocationPath("209corr-4711");
    byte[] body = new DittoCommand("setBrightness").body("device-7", "1f-42", STAMP);
    response.setPayload(body);
    assertThat(command(requests, response).altered()).isFalse();

    body[body.length - 3] ^= 1;
    response.setPayload(body);
    assertThat(command(requests, response).altered()).isTrue();
  }

  @Test
  void aGatewayNamesTheDeviceThatAMessageIsOf() {
    for (String flow : new String[] {"telemetry", "commandQuery"}) {
      Request request = written(gateway.message(new Message(flow, 7, 0, null, null, BODY)));

      assertThat(request.getCode()).isEqualTo(CoAP.Code.PUT);
      assertThat(request.getOptions().getUriPathString()).isEqualTo("telemetry/T1/device-7");
    }
  }

  @Test
  void aGatewayNamesTheTenantOfEachDevice() {
    Tenants tenants =
        new Tenants(List.of(new Tenants.TenantShare("a", 3), new Tenants.TenantShare("b", 1)));
    Behalf behalf = new Behalf.Gateway(tenants, names());
    for (int device = 0; device < 50; device++) {
      String tenant = tenants.id(tenants.of(device));
      assertThat(behalf.from(device)).containsExactly(tenant, "device-" + device);
      assertThat(behalf.answerTo("device-" + device + "/209corr"))
          .containsExactly(tenant, "device-" + device, "209corr");
    }
  }

  @Test
  void aGatewayAnswersACommandOnBehalfOfItsDevice() {
    Response response = new Response(CoAP.ResponseCode.CHANGED);
    response
        .getOptions()
        .addLocationPath("command_response")
        .addLocationPath("")
        .addLocationPath("device-7")
        .addLocationPath("209corr-4711");
    response.setPayload(BODY);

    Request answer = written(gateway.message(answer(command(gateway, response))));

    assertThat(answer.getCode()).isEqualTo(CoAP.Code.PUT);
    assertThat(answer.getOptions().getUriPathString())
        .isEqualTo("command_response/T1/device-7/209corr-4711");
  }

  @Test
  void aPlainResponseHasNoCommand() {
    assertThat(command(requests, new Response(CoAP.ResponseCode.CHANGED))).isNull();
  }
}
