// SPDX-License-Identifier: EPL-2.0
package io.fleetload.cost;

import io.fleetload.pack.Target;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * A process that says what it uses on a Prometheus page: a JVM with Micrometer's names, or anything
 * with those of Prometheus' own client libraries.
 */
final class PageSource implements Source {
  private static final long LONGEST_SECONDS = 2;
  private static final double MB = 1e6;

  private final URI page;
  private final Target.AmqpMetrics amqp;
  private final HttpClient client;
  private final Consumer<String> say;
  private volatile boolean lateBefore;
  private boolean said;

  /**
   * A page.
   *
   * @param amqp its counters of failed requests between services; null where it has none
   * @param say told once, in one line, when it does not answer or says nothing of use
   */
  PageSource(URI page, Target.AmqpMetrics amqp, HttpClient client, Consumer<String> say) {
    this.page = page;
    this.amqp = amqp;
    this.client = client;
    this.say = say;
  }

  /** A page as people know it: no query, which may hold a token. */
  static String name(URI page) {
    String path = page.getPath() == null ? "" : page.getPath();
    return page.getAuthority() + (path.matches("/metrics|/prometheus") ? "" : path);
  }

  @Override
  public Reading read() {
    CompletableFuture<HttpResponse<String>> answer =
        client.sendAsync(
            HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString());
    try {
      HttpResponse<String> response = answer.get(LONGEST_SECONDS, TimeUnit.SECONDS);
      lateBefore = false;
      return response.statusCode() == 200
          ? reading(PrometheusText.of(response.body()))
          : nothing("answers with HTTP status " + response.statusCode());
    } catch (TimeoutException e) {
      answer.cancel(true);
      return late();
    } catch (ExecutionException e) {
      return nothing("is not reachable");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Reading.NOTHING;
    }
  }

  /** A page that is late once, such as the first time, is read again; its counters lose nothing. */
  private Reading late() {
    boolean again = lateBefore;
    lateBefore = true;
    return again ? nothing("does not answer within " + LONGEST_SECONDS + " s") : Reading.NOTHING;
  }

  private Reading reading(PrometheusText text) {
    Double pauses = text.sum("jvm_gc_pause_seconds_sum");
    Double usage = text.sum("process_cpu_usage");
    Double processors = text.sum("system_cpu_count");
    Reading reading =
        new Reading(
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
            amqp == null ? null : failures(text, amqp.noCredit()),
            amqp == null ? null : failures(text, amqp.timeouts()));
    return reading.equals(Reading.NOTHING)
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
    return count == null && text.hasAny(amqp.family()) ? Double.valueOf(0) : count;
  }

  private synchronized Reading nothing(String why) {
    if (!said) {
      said = true;
      say.accept(
          "the metrics page %s://%s%s %s; what the target costs is not known in full"
              .formatted(page.getScheme(), page.getAuthority(), page.getPath(), why));
    }
    return Reading.NOTHING;
  }
}
