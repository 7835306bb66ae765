package io.fleetload.calibration.coap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DroppedDatagramsTest {
  private static final String HEAD =
      "   sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout"
          + " inode ref pointer drops\n";

  @TempDir private Path net;

  @Test
  void ofAPortAreThoseOfItsSocketsOfBothFamilies() throws IOException {
    Files.writeString(
        net.resolve("udp"),
        HEAD
            + "  150: 0100007F:A68F 00000000:0000 07 00000000:00000000 00:00000000 00000000     0"
            + "        0 5011 2 0000000000000000 96\n"
            + "  151: 0100007F:A690 00000000:0000 07 00000000:00000000 00:00000000 00000000     0"
            + "        0 5012 2 0000000000000000 7\n");
    Files.writeString(
        net.resolve("udp6"),
        HEAD
            + "  152: 0000000000000000FFFF00000100007F:A68F 00000000000000000000000000000000:0000 07"
            + " 00000000:00000000 00:00000000 00000000     0        0 5013 2 0000000000000000 4\n");

    assertThat(new DroppedDatagrams(net).at(0xa68f)).isEqualTo(100);
    assertThat(new DroppedDatagrams(net).at(0xa691)).isZero();
  }

  @Test
  void whereTheHostDoesNotSayThereAreNone() {
    assertThat(new DroppedDatagrams(net.resolve("absent")).at(1)).isZero();
  }
}
