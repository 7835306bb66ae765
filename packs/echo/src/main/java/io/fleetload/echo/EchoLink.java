// SPDX-License-Identifier: EPL-2.0
package io.fleetload.echo;

import io.fleetload.driver.Cause;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.fleetload.stamp.Stamp;
import io.fleetload.wire.LineLink;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A device's connection to the echo server; {@link EchoServer} says what is sent on it. */
final class EchoLink extends LineLink {
  private static final Pattern ECHO = Pattern.compile("ECHO (\\d{1,9}) (\\d{1,9})");
  private static final String PUSH = "PUSH ";

  private final EchoProfile profile;
  private int sent;

  EchoLink(LinkPlace place, EchoProfile profile) {
    super(place);
    this.profile = profile;
  }

  @Override
  protected void login() {
    super.login();
    say("LOGIN " + profile.devices().name(device()));
  }

  @Override
  protected void write(Message message, Exchange exchange) {
    EchoProfile.EchoFlow flow = profile.flows().get(message.flow());
    int times = flow instanceof EchoProfile.Echo echo ? echo.responses() : 1;
    await(++sent, exchange);
    String body = new String(message.payload(), StandardCharsets.UTF_8);
    say("SEND " + sent + " " + times + " " + body);
  }

  @Override
  protected void take(String said) {
    Matcher echo = ECHO.matcher(said);
    if (echo.matches()) {
      echoed(Integer.parseInt(echo.group(1)), Integer.parseInt(echo.group(2)));
    } else if (said.startsWith(PUSH)) {
      String body = said.substring(PUSH.length());
      Stamp stamp = Stamp.find(body.getBytes(StandardCharsets.US_ASCII)).orElse(null);
      pushed(new Inbound(device(), stamp, null, stamp != null && !stamp.text().equals(body)));
    } else if (said.equals("OK") && isLoggingIn()) {
      loggedIn();
    } else {
      broken(new Cause.Protocol("unknownLine"));
    }
  }

  private void echoed(int number, int left) {
    if (left > 0) {
      answeredInPart(number, number, number <= sent, Exchange::responded);
      return;
    }
    answered(
        number,
        number,
        number <= sent,
        exchange -> {
          exchange.responded();
          exchange.succeeded(null);
        });
  }
}
