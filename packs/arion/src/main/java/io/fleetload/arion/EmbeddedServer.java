// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.pack.Target;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** Starts the server of {@code packs/arion/embedded} as a profile asks for it. */
final class EmbeddedServer implements Target.Launch {
  private final ArionTarget target;

  EmbeddedServer(ArionTarget target) {
    this.target = target;
  }

  /**
   * What it says once it is ready.
   *
   * @param server host:port of its services
   * @param hazelcast host:port of its Hazelcast member
   * @param cluster the name of that member's cluster
   * @param metrics its page in Prometheus' format; null where it has none
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  private record Endpoints(String server, String hazelcast, String cluster, URI metrics) {}

  @Override
  public String process() {
    return "arion-server";
  }

  @Override
  public String described() {
    return "the embedded Arion server";
  }

  @Override
  public String jar() {
    return "packs/arion/embedded/target/arion-embedded.jar";
  }

  @Override
  public List<String> javaOptions() {
    return List.of("-Xmx1g", "-XX:+UseSerialGC");
  }

  @Override
  public List<String> arguments(int fleets, int port) {
    List<String> arguments = new ArrayList<>();
    if (port != 0) {
      arguments.addAll(List.of("--metrics-port", Integer.toString(port)));
    }
    if (target.faults() != null) {
      arguments.addAll(target.faults().arguments());
    }
    return arguments;
  }

  @Override
  public Target.Ready ready(String line) {
    try {
      Endpoints at = new ObjectMapper().readValue(line, Endpoints.class);
      return new Target.Ready(
          List.of(
              "target.server=" + at.server,
              "target.hazelcast=" + at.hazelcast,
              "target.cluster=" + at.cluster),
          at.metrics,
          target.described());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the server's ready line is no JSON: " + line, e);
    }
  }
}
