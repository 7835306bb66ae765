// SPDX-License-Identifier: EPL-2.0
package io.fleetload.health;

import java.util.List;

/** Advice for a run in which a simulator or its host was the limit. */
public final class Remedies {
  static final String FREE_THE_HOST = "end other programs on this host, or use another host";
  static final String MORE_MEMORY = "give it more memory, such as FLEETLOAD_JAVA_OPTIONS=-Xmx4g";
  static final String LARGER_BUFFERS =
      "raise net.core.rmem_max of its host for larger receive buffers";

  private Remedies() {}

  /** Each of them by what was the limit. */
  public static List<String> all() {
    return List.of(
        "messages late, or its thread busy: " + Simulator.DEVICES.remedy(),
        "other programs had the processor: " + FREE_THE_HOST,
        "long garbage collections: " + MORE_MEMORY,
        "dropped datagrams: " + LARGER_BUFFERS);
  }
}
