// SPDX-License-Identifier: EPL-2.0
package io.fleetload.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SocketDropsTest {
  private static final String HEAD =
      "   sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout"
          + " inode ref pointer drops\n";

  @TempDir private Path proc;
  private Path process;
  private SocketDrops drops;

  @BeforeEach
  void processWithTwoSockets() throws IOException {
    process = Files.createDirectories(proc.resolve("42"));
    Files.createDirectories(process.resolve("net"));
    Files.createDirectories(process.resolve("fd"));
    open("0", "/dev/null");
    open("7", "socket:[1001]");
    open("8", "socket:[1002]");
    drops = new SocketDrops(proc, 42);
  }

  private void open(String file, String target) throws IOException {
    Files.createSymbolicLink(process.resolve("fd").resolve(file), Path.of(target));
  }

  private static String socket(long inode, long drops) {
    return ("  312: 0100007F:1634 00000000:0000 07 00000000:00000000 00:00000000 00000000  1000 "
            + "       0 %d 2 0000000000000000 %d\n")
        .formatted(inode, drops);
  }

  private void tables(String udp, String udp6) throws IOException {
    Files.writeString(process.resolve("net").resolve("udp"), HEAD + udp);
    Files.writeString(process.resolve("net").resolve("udp6"), HEAD + udp6);
  }

  @Test
  void onlyTheProcessesOwnSocketsCountAndOnlySinceTheBeginning() throws IOException {
    tables(socket(1001, 5) + socket(2001, 0), socket(1002, 0));
    drops.begin();
    assertThat(drops.since()).hasValue(0);
    tables(socket(1001, 12) + socket(2001, 999), socket(1002, 3));
    assertThat(drops.since()).hasValue(10);
  }

  @Test
  void aSocketOpenedLaterCountsWholly() throws IOException {
    tables(socket(1001, 5), "");
    drops.begin();
    open("9", "socket:[1003]");
    tables(socket(1001, 5), socket(1003, 4));
    assertThat(drops.since()).hasValue(4);
  }

  @Test
  void withoutIpv6TheOtherTableIsRead() throws IOException {
    tables(socket(1001, 1), "");
    Files.delete(process.resolve("net").resolve("udp6"));
    drops.begin();
    assertThat(drops.since()).hasValue(0);
  }

  @Test
  void whereThereIsNoSuchListNothingIsKnown() throws IOException {
    assertThat(drops.since()).as("no beginning").isEmpty();
    SocketDrops elsewhere = new SocketDrops(proc.resolve("absent"), 42);
    elsewhere.begin();
    assertThat(elsewhere.since()).isEmpty();
    tables("", "");
    drops.begin();
    Files.delete(process.resolve("net").resolve("udp"));
    assertThat(drops.since()).as("it has ended").isEmpty();
  }
}
