// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Inbound;
import io.fleetload.jt808.Fleet;
import io.fleetload.jt808.Platform;
import io.fleetload.jt808.Profiles;
import io.fleetload.jt808.Spoken;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A terminal that sends two flows of locations and three of alerts. */
class FlowsOfOneKindTest {
  private Platform platform;
  private Fleet fleet;
  private Platform.Line line;

  @BeforeEach
  void open() throws Exception {
    platform = new Platform();
    fleet =
        Fleet.with(
            Profiles.of(
                """
                target: { server: "%s", nats: "nats://127.0.0.1:1", commands: c }
                devices:
                  groups:
                    vans: { count: 2, phone: "139{index:8}" }
                    carts: { count: 1, phone: "138{index:8}" }
                phases: { measure: 10s }
                flows:
                  heartbeat: { of: carts, every: 20s }
                  location: { of: vans, rate: 2/s, batch: { size: 2 }, alarm: 100%% }
                  track: { kind: location, of: vans, rate: 2/s, batch: { size: 3 }, extras: [fuel] }
                  alert: { of: vans, rate: 2/s, command: text }
                  panic: { kind: alert, of: vans, rate: 2/s, command: queryLocation }
                  theft: { kind: alert, of: vans, rate: 2/s, command: text }
                """
                    .formatted(platform.address())));
    line = fleet.open(platform);
  }

  @AfterEach
  void close() throws Exception {
    fleet.close();
    platform.close();
  }

  @Test
  void aTerminalHasTheNumberOfItsGroup() throws Exception {
    fleet.send("alert", 0);
    assertThat(line.read().head()).endsWith("013900000000");
  }

  @Test
  void eachFlowHasBatchesExtrasAndAlarmsOfItsOwn() throws Exception {
    fleet.send("location", 0);
    fleet.send("track", 0);
    fleet.send("track", 2);
    fleet.send("location", 2);
    Spoken location = line.read();
    assertThat(location.body()).startsWith("0002" + "00" + "001c" + "00000002");
    fleet.send("track", 4);
    Spoken track = line.read();
    assertThat(track.body()).startsWith("0003" + "00" + "0020" + "00000000");
  }

  private Spoken alert(String flow, int n) throws Exception {
    fleet.send(flow, n);
    Spoken alert = line.read();
    line.say(alert.acknowledged(0));
    assertThat(fleet.outcomes.next()).isEqualTo(flow + " " + n + " succeeded");
    return alert;
  }

  @Test
  void aQuestionIsForTheOldestAlertThatWaitsForIt() throws Exception {
    alert("alert", 0);
    alert("theft", 0);
    Spoken panic = alert("panic", 2);
    line.say(panic.answer(0x8201, ""));
    Inbound command = fleet.command();
    assertThat(command.stamp().flow()).isEqualTo("panic");
    assertThat(command.stamp().n()).isEqualTo(2);
    fleet.reply(command);
    assertThat(fleet.outcomes.next()).isEqualTo("reply succeeded");
    assertThat(line.read().id()).isEqualTo(0x0201);
  }

  @Test
  void aTextIsForTheAlertOfTheFlowThatItNames() throws Exception {
    alert("alert", 0);
    Spoken alert = alert("theft", 0);
    Stamp.Legs legs = new Stamp.Legs(1, 2, 3, 0);
    Stamp stamp = new Stamp(Fleet.RUN, "theft", Period.MEASURED, 0, 0, 1, 2, legs);
    byte[] text = stamp.text().getBytes(StandardCharsets.US_ASCII);
    line.say(alert.answer(0x8300, "01" + HexFormat.of().formatHex(text)));
    assertThat(fleet.command().stamp()).isEqualTo(stamp);
    // The alert of the other flow waits still.
    line.say(alert.answer(0x8201, ""), alert("panic", 0).answer(0x8201, ""));
    assertThat(fleet.command().stamp().flow()).isEqualTo("panic");
  }
}
