// SPDX-License-Identifier: EPL-2.0
package io.fleetload.cost;

import io.fleetload.pack.Target;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A process that says what it uses on a Prometheus page: a JVM with Micrometer's names, or anything
 * with those of Prometheus' own client libraries.
 */
final class PageSource implements Source {
  private static final int LONGEST_SECONDS = 2;
  private static final int SOME_BYTES = 1 << 16;
  private static final double MB = 1e6;

  private final URI page;
  private final Target.ServiceMetrics services;
  private final Consumer<String> say;
  private volatile boolean lateBefore;
  private boolean said;

  /**
   * Creates the source of a page.
   *
   * @param services its counters of failed requests between services; null if it has no such
   *     counters
   * @param say receives one line, once, when it does not answer or has no figure of use
   */
  PageSource(URI page, Target.ServiceMetrics services, Consumer<String> say) {
    this.page = page;
    this.services = services;
    this.say = say;
  }

  /** A page as people know it: no query, which may hold a token. */
  static String name(URI page) {
    String path = page.getPath() == null ? "" : page.getPath();
    return page.getAuthority() + (path.matches("/metrics|/prometheus") ? "" : path);
  }

  @Override
  public ProcessReading read() {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);
    try {
      // Java's newer client has a thread that waits in native code, and each process with one ends
      // 300 ms later (see StopSignal).
      HttpURLConnection connection = (HttpURLConnection) page.toURL().openConnection();
      // It would ask for pictures and HTML, in a form that some servers refuse.
      connection.setRequestProperty("Accept", "*/*");
      connection.setInstanceFollowRedirects(false);
      connection.setConnectTimeout(LONGEST_SECONDS * 1_000);
      connection.setReadTimeout(LONGEST_SECONDS * 1_000);
      int status = connection.getResponseCode();
      if (status != HttpURLConnection.HTTP_OK) {
        connection.disconnect();
        lateBefore = false;
        return nothing("answers with HTTP status " + status);
      }
      String text = text(connection, until);
      lateBefore = false;
      return reading(PrometheusText.of(text));
    } catch (SocketTimeoutException e) {
      return late();
    } catch (IOException e) {
      return nothing("is not reachable");
    }
  }

  private static String text(HttpURLConnection connection, long until) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try (InputStream body = connection.getInputStream()) {
      byte[] some = new byte[SOME_BYTES];
      for (int count = body.read(some); count >= 0; count = body.read(some)) {
        if (System.nanoTime() - until > 0) {
          connection.disconnect();
          throw new SocketTimeoutException();
        }
        text.write(some, 0, count);
      }
    }
    return text.toString(StandardCharsets.UTF_8);
  }

  /** A page that is late once, such as the first time, is read again; its counters lose nothing. */
  private ProcessReading late() {
    boolean again = lateBefore;
    lateBefore = true;
    return again
        ? nothing("does not answer within " + LONGEST_SECONDS + " s")
        : ProcessReading.NOTHING;
  }

  private ProcessReading reading(PrometheusText text) {
    Double pauses = text.sum("jvm_gc_pause_seconds_sum");
    Double usage = text.sum("process_cpu_usage");
    Double processors = text.sum("system_cpu_count");
    ProcessReading reading =
        new ProcessReading(
            text.sum("process_cpu_seconds_total"),
            usage == null || processors == null || usage < 0 ? null : usage * processors,
            megabytes(text.sum("process_resident_memory_bytes")),
            null,
            // Micrometer shows the pauses of a JVM from the first one on.
            pauses == null && text.hasAny("jvm_") ? Double.valueOf(0) : pauses,
            text.largest("jvm_gc_pause_seconds_max"),
            network(text, "receive"),
            network(text, "transmit"),
            megabytes(text.sum("jvm_memory_used_bytes")),
            services == null ? null : failures(text, services.noCredit()),
            services == null ? null : failures(text, services.timeouts()));
    return reading.equals(ProcessReading.NOTHING)
        ? nothing("tells nothing of processor time, memory, garbage collection or the network")
        : reading;
  }

  /** Of a container as cAdvisor counts it, or else of a host as Prometheus' node exporter does. */
  private static Double network(PrometheusText text, String direction) {
    Double container = text.sum("container_network_" + direction + "_bytes_total");
    Double bytes =
        container != null ? container : text.sum("node_network_" + direction + "_bytes_total");
    return megabytes(bytes);
  }

  private static Double megabytes(Double bytes) {
    return bytes == null ? null : bytes / MB;
  }

  /** A service shows such a counter from its first increase on. */
  private Double failures(PrometheusText text, String counter) {
    Double count = text.sum(counter);
    return count == null && text.hasAny(services.family()) ? Double.valueOf(0) : count;
  }

  private synchronized ProcessReading nothing(String why) {
    if (!said) {
      said = true;
      say.accept(
          "the metrics page %s://%s%s %s; what the target costs is not known in full"
              .formatted(page.getScheme(), page.getAuthority(), page.getPath(), why));
    }
    return ProcessReading.NOTHING;
  }
}
