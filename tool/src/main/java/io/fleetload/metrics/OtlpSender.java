// SPDX-License-Identifier: EPL-2.0
package io.fleetload.metrics;

import com.google.protobuf.InvalidProtocolBufferException;
import io.micrometer.registry.otlp.OtlpMetricsSender;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.metrics.v1.Metric;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Posts figures to an OTLP receiver. To Micrometer's it adds the histograms, which are copies of
 * HDR histograms: a histogram of Micrometer's would count every message a second time. A receiver
 * that is not there is reported once and changes nothing.
 */
final class OtlpSender implements OtlpMetricsSender {
  private static final Duration LONGEST = Duration.ofSeconds(2);

  private final OtlpSettings settings;
  private final Supplier<List<Metric>> histograms;
  private final Consumer<String> say;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(LONGEST).build();
  private boolean told;

  /**
   * Creates a sender that has sent nothing.
   *
   * @param histograms gives the present histograms
   * @param say receives one line, once, if the figures do not arrive
   */
  OtlpSender(OtlpSettings settings, Supplier<List<Metric>> histograms, Consumer<String> say) {
    this.settings = settings;
    this.histograms = histograms;
    this.say = say;
  }

  @Override
  public void send(Request request) throws InvalidProtocolBufferException, InterruptedException {
    HttpRequest.Builder post =
        HttpRequest.newBuilder(settings.url())
            .timeout(LONGEST)
            .header("Content-Type", "application/x-protobuf")
            .POST(HttpRequest.BodyPublishers.ofByteArray(withHistograms(request)));
    settings.headers().forEach(post::setHeader);
    try {
      int code = client.send(post.build(), HttpResponse.BodyHandlers.discarding()).statusCode();
      if (code < 200 || code > 299) {
        missed("it answers " + code);
      }
    } catch (HttpTimeoutException e) {
      missed("no answer in %s s".formatted(LONGEST.toSeconds()));
    } catch (ConnectException e) {
      // Its message is null if nothing listens.
      missed("no connection");
    } catch (IOException e) {
      missed(String.valueOf(e.getMessage()));
    }
  }

  private byte[] withHistograms(Request request) throws InvalidProtocolBufferException {
    ExportMetricsServiceRequest.Builder all =
        ExportMetricsServiceRequest.parseFrom(request.getMetricsData()).toBuilder();
    all.getResourceMetricsBuilder(0).getScopeMetricsBuilder(0).addAllMetrics(histograms.get());
    return all.build().toByteArray();
  }

  private void missed(String why) {
    if (!told) {
      told = true;
      say.accept(
          "metrics do not reach %s: %s; the run goes on without them"
              .formatted(settings.shownUrl(), why));
    }
  }
}
