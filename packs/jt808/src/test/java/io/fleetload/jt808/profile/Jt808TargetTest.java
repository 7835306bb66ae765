// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.profile;

import static io.fleetload.jt808.profile.Jt808ProfileTest.assertRefused;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class Jt808TargetTest {
  @Test
  void natsAndServerAreGivenTogether() {
    assertRefused("target.nats", "target.nats=nats://10.0.0.1:4222")
        .contains("\"nats://10.0.0.1:4222\"", "target.server");
    assertRefused("target.nats", "target.server=10.0.0.1:808", "target.commands=c")
        .contains("missing");
    assertRefused("target.store", "target.store=jetstream")
        .contains("\"jetstream\"", "target.server", "target.nats");
  }

  @Test
  void filesOfTlsNeedTls() {
    assertRefused(
            "target.natsTls",
            "target.server=10.0.0.1:808",
            "target.nats=nats://10.0.0.1:4222",
            "target.commands=c",
            "target.natsTls={trust: ca.pem}")
        .contains("target.nats");
  }

  @Test
  void aLoginIsATokenOrAUser() {
    assertRefused("target.natsLogin.token", "target.natsLogin={token: t, user: u}")
        .contains("user");
  }

  @Test
  void aLoginIsOfSomebody() {
    assertRefused("target.natsLogin", "target.natsLogin={password: p}").contains("user", "token");
  }

  @Test
  void theEmbeddedTargetHasAStoreOfItsOwn() {
    assertRefused("target.store", "target.store=http://10.0.0.1:9000")
        .contains("\"http://10.0.0.1:9000\"", "target.server", "target.nats");
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
      assertRefused(key, all).contains("\"" + address + "\"", "65535");
    }
    assertRefused("target.server", with(external, "target.server=10.0.0.1:x"))
        .contains("\"10.0.0.1:x\"");
  }

  private static String[] with(String[] overrides, String one) {
    String[] all = Arrays.copyOf(overrides, overrides.length + 1);
    all[overrides.length] = one;
    return all;
  }
}
