// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.unary;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.bench.contestant.Contestant;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Reads by ghz, which every window starts anew; it is compiled ahead of time and needs no warm-up.
 */
public final class Ghz implements Contestant {
  private static final String REQUEST =
      """
      {"format_version":1,"state_requests":[{"request_id":"q0","tunnel_id":1,"source_ip":"10.0.0.1",
      "source_port":1,"destination_ip":"10.0.0.1","destination_port":2}]}""";

  /** Linux tells user space of ticks of 10 ms, whatever the kernel counts in. */
  private static final long NANOS_PER_TICK = 10_000_000L;

  private final Path file;
  private final int port;
  private int underWay;

  /**
   * Reads of a server on this host.
   *
   * @param file ghz's
   */
  public Ghz(Path file, int port) {
    this.file = file;
    this.port = port;
  }

  @Override
  public Deeds connect(int count, double perSecond) throws IOException, InterruptedException {
    underWay = count;
    return send(1);
  }

  @Override
  public Deeds send(double seconds) throws IOException, InterruptedException {
    Path interfaces = Files.createTempFile("reads", ".proto");
    Path answers = Files.createTempFile("ghz", ".json");
    try (InputStream described = Ghz.class.getResourceAsStream("/reads.proto")) {
      Files.write(interfaces, described.readAllBytes());
      Process ghz =
          new ProcessBuilder(
                  List.of(
                      file.toString(),
                      "--insecure",
                      "--proto",
                      interfaces.toString(),
                      "--call",
                      UnaryServer.READ.getFullMethodName(),
                      "--data",
                      REQUEST,
                      "--concurrency",
                      Integer.toString(underWay),
                      "--connections",
                      "1",
                      "--duration",
                      String.format(Locale.ROOT, "%.1fs", seconds),
                      "--duration-stop",
                      "wait",
                      "--format",
                      "json",
                      "127.0.0.1:" + port))
              .redirectOutput(answers.toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      if (ghz.waitFor() != 0) {
        throw new IOException(file + " ended with " + ghz.exitValue());
      }
      JsonNode said = new ObjectMapper().readTree(answers.toFile());
      long ok = said.path("statusCodeDistribution").path("OK").asLong();
      return new Deeds(ok, said.path("count").asLong() - ok, 0);
    } finally {
      Files.delete(interfaces);
      Files.delete(answers);
    }
  }

  /** Of all that it started and that ended: proc(5), cutime and cstime. */
  @Override
  public long cpuNanos() throws IOException {
    String stat = Files.readString(Path.of("/proc/self/stat"));
    String[] afterName = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return NANOS_PER_TICK * (Long.parseLong(afterName[13]) + Long.parseLong(afterName[14]));
  }

  @Override
  public void disconnect() {
    // Its connection ends with each window.
  }
}
