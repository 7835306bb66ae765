package io.fleetload.simulator.coap;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Command;
import io.fleetload.hono.HonoFlows;
import io.fleetload.profile.Rate;
import io.fleetload.profile.Span;
import org.eclipse.californium.core.coap.CoAP;
import org.eclipse.californium.core.coap.Request;
import org.eclipse.californium.core.coap.Response;
import org.junit.jupiter.api.Test;

class CoapRequestsTest {
  private static final byte[] BODY = {'{', '}'};
  private static final Rate RATE = Rate.parse("1/s");

  private final CoapRequests requests =
      new CoapRequests(
          new HonoFlows(
              new HonoFlows.Telemetry(RATE, null, null, false),
              new HonoFlows.Event(RATE, null, null),
              new HonoFlows.CommandQuery(
                  RATE,
                  null,
                  null,
                  Span.parse("10s"),
                  new HonoFlows.CommandQuery.Command(null, 202))));

  @Test
  void telemetryMayBeNonConfirmable() {
    Request request = requests.message(HonoFlows.TELEMETRY, BODY);

    assertThat(request.getType()).isEqualTo(CoAP.Type.NON);
    assertThat(request.getOptions().getUriPathString()).isEqualTo("telemetry");
    assertThat(request.getOptions().getContentFormat()).isEqualTo(50);
  }

  @Test
  void anEventIsAlwaysConfirmable() {
    Request request = requests.message(HonoFlows.EVENT, BODY);

    assertThat(request.getType()).isEqualTo(CoAP.Type.CON);
    assertThat(request.getOptions().getUriPathString()).isEqualTo("event");
  }

  @Test
  void aCommandQueryIsTelemetryThatWaits() {
    Request request = requests.message(HonoFlows.COMMAND_QUERY, BODY);

    assertThat(request.getOptions().getUriPathString()).isEqualTo("telemetry");
    assertThat(request.getOptions().getUriQuery()).containsExactly("hono-ttd=10");
  }

  @Test
  void aCommandInAResponseIsAnsweredUnderItsRequestId() {
    Response response = new Response(CoAP.ResponseCode.CHANGED);
    response.getOptions().addLocationPath("command_response").addLocationPath("209corr-4711");
    response.getOptions().addLocationQuery("hono-command=setBrightness");
    response.setPayload(BODY);

    Command command = CoapRequests.command(response);
    Request answer = requests.answer(command, BODY);

    assertThat(command.replyTo()).isEqualTo("209corr-4711");
    assertThat(answer.getOptions().getUriPathString()).isEqualTo("command_response/209corr-4711");
    assertThat(answer.getOptions().getUriQuery()).containsExactly("hono-cmd-status=202");
  }

  @Test
  void aPlainResponseHasNoCommand() {
    assertThat(CoapRequests.command(new Response(CoAP.ResponseCode.CHANGED))).isNull();
  }
}
