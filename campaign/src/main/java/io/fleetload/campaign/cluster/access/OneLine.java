// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster.access;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.ConnectException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Locale;

/** A message of Kubernetes, as a part of one line of output. */
public final class OneLine {
  private static final int LONGEST = 300;

  private OneLine() {}

  /** A text of any form. */
  public static String of(String text) {
    String line = text.strip().replaceAll("\\s+", " ").replaceAll("\\p{Cntrl}", "?");
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
  }

  /** Returns the reason of a failure; of a request to Kubernetes that is what the API answered. */
  public static String of(Throwable failure) {
    if (failure instanceof KubernetesClientException request
        && request.getStatus() != null
        && request.getStatus().getMessage() != null) {
      return of(request.getStatus().getMessage());
    }
    Throwable last = failure;
    boolean connecting = false;
    while (failure instanceof KubernetesClientException && last.getCause() != null) {
      last = last.getCause();
      connecting |= last instanceof ConnectException;
    }
    if (last.getMessage() != null) {
      return of(last.getMessage());
    }
    // Of a connection that is refused the JDK says no word, only that a channel is closed.
    return connecting && !(last instanceof UnresolvedAddressException)
        ? "it cannot be reached"
        : last.getClass()
            .getSimpleName()
            .replaceFirst("Exception$", "")
            .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
            .toLowerCase(Locale.ROOT);
  }
}
