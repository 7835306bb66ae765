// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SaverIT {
  private static final int LOCATIONS = 100_000;

  @Test
  void everyLocationIsInTheStoreWhenItSaysSo() throws Exception {
    try (ServerInTest server = ServerInTest.saving(LOCATIONS);
        Terminal terminal = server.terminal()) {
      publish(server);
      terminal.send(Frames.batch("13800000001", 1, 3)).received();
      assertThat(server.request("saver.flush", "")).isEqualTo("flushed 100003 0");
      assertThat(server.query("select count(*), count_distinct(phone) from locations"))
          .endsWith("\r\n100003,1001\r\n");
      assertThat(server.query("select phone, latitude, longitude, sent from locations limit 1"))
          .contains("\"0\",4294967295,0,1795339567120489");
      assertThat(
              server.query("select latitude, longitude from locations where phone = '13800000001'"))
          .contains("31230416,121473701");
      assertThat(server.metrics())
          .contains("jt808_saver_saved_total 100003\n", "jt808_saver_dropped_total 0\n");
    }
  }

  @Test
  void aQueueThatIsTooSmallDropsAndSaysHowMany() throws Exception {
    try (ServerInTest server = ServerInTest.saving(1)) {
      publish(server);
      String[] flushed = server.request("saver.flush", "").split(" ");
      long rows = Long.parseLong(flushed[1]);
      long dropped = Long.parseLong(flushed[2]);
      assertThat(dropped).isPositive();
      assertThat(rows + dropped).isEqualTo(LOCATIONS);
      assertThat(server.query("select count(*) from locations")).contains("\n" + rows);
    }
  }

  @Test
  void whatIsNoLocationIsPassedOver() throws Exception {
    try (ServerInTest server = ServerInTest.saving(LOCATIONS)) {
      for (String subject : new String[] {"0x0200", "0x0704"}) {
        for (String text : new String[] {"", "1,2,3", "a,b,c,d", "{\"locations\":"}) {
          server.nats().publish(subject, text.getBytes(StandardCharsets.US_ASCII));
        }
      }
      server.nats().publish("0x0200", "1,2,3,4".getBytes(StandardCharsets.US_ASCII));
      assertThat(server.request("saver.flush", "")).isEqualTo("flushed 1 0");
    }
  }

  private static void publish(ServerInTest server) {
    for (int i = 0; i < LOCATIONS; i++) {
      String text = i % 1_000 + "," + (4_294_967_295L - i) + "," + i + ",1795339567120489";
      server.nats().publish("0x0200", text.getBytes(StandardCharsets.US_ASCII));
    }
  }
}
