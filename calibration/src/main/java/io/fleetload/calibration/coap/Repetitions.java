// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration.coap;

import io.fleetload.calibration.book.ServerBook;
import io.fleetload.stamp.Stamp;
import java.util.HashSet;
import java.util.Set;
import org.eclipse.californium.core.coap.Request;
import org.eclipse.californium.core.network.interceptors.MessageInterceptorAdapter;

/**
 * Sees every request as it comes off the wire, before the stack drops repetitions, and books those:
 * the same message id from the same peer (RFC 7252, section 4.5). A run is shorter than the round
 * of a device's message ids.
 */
final class Repetitions extends MessageInterceptorAdapter {
  private final Set<Long> seen = new HashSet<>();
  private final ServerBook book;

  Repetitions(ServerBook book) {
    this.book = book;
  }

  @Override
  public synchronized void receiveRequest(Request request) {
    long peer = request.getSourceContext().getPeerAddress().getPort();
    if (!seen.add(peer << 16 | request.getMID())) {
      Stamp.find(request.getPayload()).ifPresent(book::repeated);
    }
  }
}
