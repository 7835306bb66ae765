// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi;

import io.fleetload.pack.Target;
import java.net.URI;
import java.util.List;
import java.util.Set;

/** Serves the @context of the requests to a broker that runs already. */
final class ContextHost implements Target.Launch {
  private static final Set<String> OF_THIS_HOST_ONLY = Set.of("127.0.0.1", "localhost");

  private final String host;

  /**
   * A host of the @context.
   *
   * @param host the name or IP under which the broker reaches this host
   */
  ContextHost(String host) {
    this.host = host;
  }

  @Override
  public String process() {
    return "ngsi-context";
  }

  @Override
  public String described() {
    return isEverywhere()
        ? "the host of the @context, on all addresses of this host (0.0.0.0)"
        : "the host of the @context";
  }

  private boolean isEverywhere() {
    return !OF_THIS_HOST_ONLY.contains(host);
  }

  @Override
  public String jar() {
    return BrokerJar.PATH;
  }

  @Override
  public List<String> javaOptions() {
    return List.of("-Xmx64m", "-XX:+UseSerialGC");
  }

  @Override
  public List<String> arguments(int fleets, int port) {
    return isEverywhere()
        ? List.of("--context-only", "--host", "0.0.0.0")
        : List.of("--context-only");
  }

  @Override
  public Target.Ready ready(String line) {
    URI at = BrokerJar.endpoints(line).context();
    return new Target.Ready(
        List.of(
            "target.context=http://%s:%d%s"
                .formatted(
                    host.contains(":") ? "[" + host + "]" : host, at.getPort(), at.getPath())),
        null,
        described());
  }
}
