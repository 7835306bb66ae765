// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster.access;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;

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
    if (failure instanceof KubernetesClientException request) {
      return ofRequest(request);
    }
    return of(failure.getMessage() == null ? failure.toString() : failure.getMessage());
  }

  /** The API's answer, or else the failure to send the request. */
  private static String ofRequest(KubernetesClientException failure) {
    if (failure.getStatus() != null && failure.getStatus().getMessage() != null) {
      return of(failure.getStatus().getMessage());
    }
    Set<String> kinds = new LinkedHashSet<>();
    String said = failure.getMessage();
    // Of a connection that is refused the JDK says no word, only what kind of mistake it is.
    for (Throwable each = failure.getCause(); each != null; each = each.getCause()) {
      if (each.getClass() != IOException.class) {
        kinds.add(each.getClass().getSimpleName());
      }
      said = each.getMessage();
    }
    String kind = String.join(", ", kinds);
    return of(said == null ? kind : kind.isEmpty() ? said : kind + ": " + said);
  }
}
