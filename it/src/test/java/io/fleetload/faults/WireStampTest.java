// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The mark of a message as it stands on the wire, in both its forms. */
class WireStampTest {

  @Test
  void aTextIsReadWhereverItStandsAndWithOrWithoutTheTimesOfACommand() {
    WireStamp expected = new WireStamp(0xa1b2c3dL, "commandResponse", true, 17, 1234);

    assertThat(
            Stream.of(
                    "fl1:0a1b2c3d:commandResponse:m:17:1234:1795350396378000000:1795350396378001000",
                    "{\"stamp\":\"fl1:0A1B2C3D:commandResponse:m:17:1234:1:2:3:4:5:6\",\"x\":1}")
                .map(text -> WireStamp.of(text.getBytes(StandardCharsets.UTF_8))))
        .allSatisfy(each -> assertThat(each).contains(expected));
  }

  @Test
  void twentyBytesAreReadByTheirPlaces() {
    // Mark of a measured event, run, number, device; the two times do not matter here.
    byte[] body =
        HexFormat.of()
            .parseHex("fb" + "0a1b2c3d" + "000004d2" + "000011" + "000000000000" + "0000");

    assertThat(WireStamp.of(body)).contains(new WireStamp(0xa1b2c3dL, "event", true, 17, 1234));
  }

  @Test
  void anythingElseHasNone() {
    assertThat(WireStamp.of(new byte[0])).isEmpty();
    assertThat(WireStamp.of("fl1:xyz".getBytes(StandardCharsets.UTF_8))).isEmpty();
  }
}
