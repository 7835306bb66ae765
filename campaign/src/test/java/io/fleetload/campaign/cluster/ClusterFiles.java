// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The files that a run on a cluster is given. */
final class ClusterFiles {
  /** Where the manifests of the tools lie. */
  static final Path MANIFESTS =
      Path.of("..", "hono-deploy", "simulators", "base").toAbsolutePath().normalize();

  /** What the secrets of the tools hold. */
  static final Map<String, String> VARIABLES =
      Map.of("MONGODB_URI", "mongodb://user:p4ssw0rd@mongo:27017", "PSK_SECRET", "s3cret");

  private static final String DIGEST = "0123456789abcdef".repeat(4);

  private ClusterFiles() {}

  /** A profile of a load test against an installation, with variables for what is secret. */
  static Path profile(Path folder) throws IOException {
    return Files.writeString(
        folder.resolve("profile.yaml"),
        """
        run: { name: shared }
        coordination: {}
        tenant: { id: load }
        target:
          kind: external
          coap: adapter.example:5684
          kafka: broker.example:9092
          mongodb: "${MONGODB_URI}"
        devices: { count: 10, psk: { derivedFrom: "${PSK_SECRET}" } }
        phases: { connect: { rate: 10/s }, measure: 10s }
        flows:
          telemetry: { rate: 10/s, payload: ditto }
        """);
  }

  /** A profile whose provisioning has to be undone after the run, of a pack with one backend. */
  static Path profileOfABroker(Path folder) throws IOException {
    return Files.writeString(
        folder.resolve("broker.yaml"),
        Files.readString(Path.of("../packs/ngsi/profiles/external/orion-ld.yaml"))
            + "coordination: { kafka: { bootstrapServers: \"kafka.example:9092\" } }\n");
  }

  /** The line of a tool's image. */
  static String image(String tool) {
    return "registry.example/load/" + tool + "@sha256:" + DIGEST;
  }

  /** The images of all tools. */
  static Path images(Path folder) throws IOException {
    return Files.writeString(
        folder.resolve("images.txt"),
        String.join(
            "\n",
            image("provisioning"),
            image("backend-simulator"),
            image("device-simulator"),
            ""));
  }

  /** A run of a profile, for whose pods a second is waited. */
  static ClusterOrder order(Path folder, Path profile, int shards, int backends)
      throws IOException {
    return order(folder, profile, shards, backends, Duration.ofSeconds(1));
  }

  /** The same with a wait of another length. */
  static ClusterOrder order(Path folder, Path profile, int shards, int backends, Duration patience)
      throws IOException {
    return new ClusterOrder(
        profile,
        List.of("phases.drain=37s"),
        images(folder),
        MANIFESTS,
        null,
        shards,
        backends,
        patience,
        Map.of(),
        false,
        false);
  }

  /** How kubectl is told of a cluster. */
  static Path kubeconfig(Path folder, String cluster) throws IOException {
    return Files.writeString(
        folder.resolve("kubeconfig"),
        """
        apiVersion: v1
        kind: Config
        clusters:
          - { name: fake, cluster: { server: "%s" } }
        users:
          - { name: tester, user: { token: none } }
        contexts:
          - { name: fake, context: { cluster: fake, user: tester } }
        current-context: fake
        """
            .formatted(cluster));
  }
}
