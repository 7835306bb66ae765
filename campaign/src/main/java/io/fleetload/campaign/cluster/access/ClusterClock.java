// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster.access;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;

/**
 * The cluster's clock, to the second, as the Date of the last answer has it (RFC 9110, 6.6.1). The
 * times on pods and Jobs are by that clock, and this host's may be minutes away. Before the first
 * answer it is this host's clock.
 */
public final class ClusterClock extends Clock implements Interceptor {
  private final Clock own;
  private volatile Duration ahead = Duration.ZERO;

  /**
   * Creates it.
   *
   * @param own this host's clock
   */
  public ClusterClock(Clock own) {
    this.own = own;
  }

  @Override
  public void after(
      HttpRequest request,
      HttpResponse<?> response,
      AsyncBody.Consumer<List<ByteBuffer>> consumer) {
    String date = response.header("Date");
    if (date == null) {
      return;
    }
    try {
      Instant there = Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date));
      ahead = Duration.between(own.instant(), there);
    } catch (DateTimeParseException e) {
      // Then the answer before it says more.
    }
  }

  @Override
  public Instant instant() {
    return own.instant().plus(ahead);
  }

  @Override
  public ZoneId getZone() {
    return own.getZone();
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("the cluster's clock has the zone of this host's");
  }
}
