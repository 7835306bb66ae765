package io.fleetload.calibration.coap;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Datagrams that the host dropped at a socket because nobody had read it for too long. Linux says
 * so in {@code /proc/net/udp} and {@code udp6}: a line a socket, its address second, as hexadecimal
 * {@code address:port}, and the drops last (proc(5)).
 */
final class DroppedDatagrams {
  private static final int LOCAL_ADDRESS = 1;
  private static final int HEXADECIMAL = 16;

  private final Path net;

  /**
   * What a host says.
   *
   * @param net where it says so: {@code /proc/net} on Linux
   */
  DroppedDatagrams(Path net) {
    this.net = net;
  }

  static DroppedDatagrams ofThisHost() {
    return new DroppedDatagrams(Path.of("/proc/net"));
  }

  /**
   * How many at the open sockets of a port; 0 where the host does not say.
   *
   * @throws UncheckedIOException if what it says cannot be read
   */
  long at(int port) {
    return of(net.resolve("udp"), port) + of(net.resolve("udp6"), port);
  }

  private static long of(Path table, int port) {
    if (!Files.isReadable(table)) {
      return 0;
    }
    try {
      List<String> sockets = Files.readAllLines(table);
      return sockets.stream()
          .skip(1)
          .map(line -> line.trim().split("\\s+"))
          .filter(columns -> port(columns[LOCAL_ADDRESS]) == port)
          .mapToLong(columns -> Long.parseLong(columns[columns.length - 1]))
          .sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int port(String address) {
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1), HEXADECIMAL);
  }
}
