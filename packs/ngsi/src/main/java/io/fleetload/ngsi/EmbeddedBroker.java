// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi;

import io.fleetload.pack.Target;
import java.util.ArrayList;
import java.util.List;

/** Starts the broker of {@code packs/ngsi/embedded} as a profile asks for it. */
final class EmbeddedBroker implements Target.Launch {
  private final NgsiTarget target;

  EmbeddedBroker(NgsiTarget target) {
    this.target = target;
  }

  @Override
  public String process() {
    return "ngsi-broker";
  }

  @Override
  public String described() {
    return "the embedded NGSI broker";
  }

  @Override
  public String jar() {
    return BrokerJar.PATH;
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
    BrokerJar.Endpoints at = BrokerJar.endpoints(line);
    return new Target.Ready(
        target.context() == null
            ? List.of("target.url=" + at.url(), "target.context=" + at.context())
            : List.of("target.url=" + at.url()),
        at.metrics(),
        target.described());
  }
}
