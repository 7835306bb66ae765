// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808;

import static io.fleetload.jt808.Jt808ProfileTest.assertRefused;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class Jt808TargetTest {
  @Test
  void natsAndServerAreGivenTogether() {
    assertRefused(
        "target.nats: found \"nats://10.0.0.1:4222\" without target.server",
        "target.nats=nats://10.0.0.1:4222");
    assertRefused(
        "target.nats: is missing: the backend receives from it",
        "target.server=10.0.0.1:808",
        "target.commands=c");
    assertRefused(
        "target.store: found \"jetstream\", which needs target.server and target.nats",
        "target.store=jetstream");
  }

  @Test
  void filesOfTlsNeedTls() {
    assertRefused(
        "target.natsTls: needs tls://host:port in target.nats",
        "target.server=10.0.0.1:808",
        "target.nats=nats://10.0.0.1:4222",
        "target.commands=c",
        "target.natsTls={trust: ca.pem}");
  }

  @Test
  void aLoginIsATokenOrAUser() {
    assertRefused(
        "target.natsLogin.token: is given together with user",
        "target.natsLogin={token: t, user: u}");
  }

  @Test
  void aLoginIsOfSomebody() {
    assertRefused("target.natsLogin: has neither user nor token", "target.natsLogin={password: p}");
  }

  @Test
  void theEmbeddedTargetHasAStoreOfItsOwn() {
    assertRefused(
        "target.store: found \"http://10.0.0.1:9000\", which needs target.server and target.nats",
        "target.store=http://10.0.0.1:9000");
  }

  @Test
  void aPortIsAPort() {
    String[] external = {
      "target.server=10.0.0.1:808", "target.nats=nats://10.0.0.1:4222", "target.commands=c"
    };
    for (String wrong :
        List.of(
            "target.server=10.0.0.1:65536",
            "target.nats=nats://10.0.0.1:99999",
            "target.store=http://10.0.0.1:0")) {
      String[] all = with(external, wrong);
      String key = wrong.substring(0, wrong.indexOf('='));
      String address = wrong.substring(wrong.indexOf('=') + 1);
      assertRefused(
          "%s: found \"%s\", expected a port from 1 to 65535".formatted(key, address), all);
    }
    assertRefused(
        "target.server: found \"10.0.0.1:x\", expected host:port",
        with(external, "target.server=10.0.0.1:x"));
  }

  private static String[] with(String[] overrides, String one) {
    String[] all = Arrays.copyOf(overrides, overrides.length + 1);
    all[overrides.length] = one;
    return all;
  }
}
