// SPDX-License-Identifier: EPL-2.0
package io.fleetload.post;

import io.fleetload.driver.Cause;
import io.fleetload.driver.Message;
import io.fleetload.wire.LineLink;
import java.nio.charset.StandardCharsets;

/** A device's connection to the post office; {@link PostOffice} has the protocol. */
final class PostLink extends LineLink {
  private final PostProfile profile;
  private int sent;

  PostLink(LinkPlace place, PostProfile profile) {
    super(place);
    this.profile = profile;
  }

  @Override
  protected void login() {
    super.login();
    say("HELLO " + profile.devices().name(device()));
  }

  @Override
  protected void write(Message message, Exchange exchange) {
    await(++sent, exchange);
    say("LETTER " + sent + " " + new String(message.payload(), StandardCharsets.US_ASCII));
  }

  @Override
  protected void take(String said) {
    if (said.equals("WELCOME") && isLoggingIn()) {
      loggedIn();
    } else if (said.matches("TAKEN \\d{1,9}")) {
      int number = Integer.parseInt(said.substring(6));
      answered(number, number, number <= sent, exchange -> exchange.succeeded(null));
    } else {
      broken(new Cause.Protocol("unknownLine"));
    }
  }
}
