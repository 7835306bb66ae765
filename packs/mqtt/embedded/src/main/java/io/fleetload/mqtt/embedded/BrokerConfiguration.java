// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.embedded;

import io.fleetload.mqtt.embedded.ServerOptions.Limits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.stream.Collectors;

/** HiveMQ's configuration, which it reads from a folder when it starts. */
record BrokerConfiguration(ServerOptions options) {
  /** Writes {@code config.xml} and its key store into a folder that its owner alone can read. */
  void write(Path folder) throws IOException {
    Path store = folder.resolve("broker.p12").toAbsolutePath();
    String password = UUID.randomUUID().toString();
    if (options.identity().isPresent()) {
      options.identity().get().write(store, password);
    }
    String tls =
        """
        <tls><keystore><path>%s</path><password>%s</password>
        <private-key-password>%2$s</private-key-password></keystore></tls>"""
            .formatted(store.toString().replace("&", "&amp;").replace("<", "&lt;"), password);
    String listeners =
        options.ports().keySet().stream()
            .map(each -> listener(each, each.secure() ? tls : ""))
            .collect(Collectors.joining());
    Limits limits = options.limits();
    Files.writeString(
        folder.resolve("config.xml"),
        template()
            .formatted(
                listeners,
                limits.queue(),
                limits.dropsOldest() ? "discard-oldest" : "discard",
                limits.packet(),
                limits.receiveMaximum(),
                options.data().isPresent() ? "file" : "in-memory"));
  }

  private String listener(Listener listener, String tls) {
    return """
    <%1$s><name>%2$s</name><port>%3$s</port><bind-address>127.0.0.1</bind-address>%4$s</%1$s>"""
        .formatted(listener.element, listener.name(), options.ports().get(listener), tls);
  }

  private static String template() throws IOException {
    try (InputStream in = BrokerConfiguration.class.getResourceAsStream("config.xml")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
