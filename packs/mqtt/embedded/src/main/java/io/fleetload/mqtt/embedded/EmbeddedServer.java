// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.embedded;

import com.hivemq.configuration.service.InternalConfigurations;
import com.hivemq.embedded.EmbeddedExtension;
import com.hivemq.embedded.EmbeddedHiveMQ;
import com.hivemq.extension.sdk.api.ExtensionMain;
import com.hivemq.extension.sdk.api.client.parameter.ServerInformation;
import com.hivemq.extension.sdk.api.parameter.ExtensionStartInput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStartOutput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStopInput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStopOutput;
import com.hivemq.extension.sdk.api.services.Services;
import com.hivemq.migration.meta.PersistenceType;
import io.fleetload.embedded.MetricsPage;
import io.fleetload.embedded.Parts;
import io.fleetload.embedded.StartFailure;
import io.fleetload.embedded.TemporaryDirectory;
import io.fleetload.mqtt.embedded.ServerOptions.Limits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;

/** HiveMQ and the page of its figures. A virtual machine can have one at a time. */
final class EmbeddedServer implements ExtensionMain {
  /** The name of the process. */
  static final String NAME = "mqtt-broker";

  /** Name and version of the broker. */
  static final String BROKER = "HiveMQ CE 2025.5";

  private static final String HOST = "127.0.0.1";

  private final Parts parts;
  private final List<String> errors = new CopyOnWriteArrayList<>();
  private volatile ServerInformation information;
  private volatile Optional<Users> users = Optional.empty();

  EmbeddedServer(Parts parts) {
    this.parts = parts;
  }

  /**
   * Starts it.
   *
   * @return one line of JSON that says where it is and what its limits are
   * @throws StartFailure if a port is taken or a folder cannot be used
   */
  String start(ServerOptions options) throws StartFailure {
    for (Map.Entry<Listener, Integer> each : options.ports().entrySet()) {
      requireFree(each.getKey(), each.getValue());
    }
    BrokerLog log = BrokerLog.own();
    log.errorsTo(errors::add);
    users = options.users();
    try {
      TemporaryDirectory folder = parts.add(new TemporaryDirectory(NAME));
      EmbeddedHiveMQ broker = broker(options, folder.path());
      BrokerFigures figures = new BrokerFigures(broker.getMetricRegistry(), log);
      MetricsPage metrics = parts.add(MetricsPage.serve(options.metricsPort(), figures::write));
      parts.add(broker);
      start(broker, options);
      // HiveMQ has read it all; so even a process that is killed leaves nothing.
      folder.close();
      log.errorsTo(line -> System.err.println(NAME + ": " + line));
      return ready(options, metrics);
    } catch (IOException e) {
      throw new StartFailure(
          "cannot use a folder (" + e + "); another: --data, -Djava.io.tmpdir", e);
    }
  }

  /** HiveMQ itself goes on without a listener that finds its port taken. */
  private static void requireFree(Listener listener, int port) throws StartFailure {
    try {
      new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
    } catch (IOException e) {
      throw StartFailure.notListening(HOST + ":" + port, listener.option, e);
    }
  }

  private EmbeddedHiveMQ broker(ServerOptions options, Path folder) throws IOException {
    Path configuration = Files.createDirectory(folder.resolve("conf"));
    new BrokerConfiguration(options).write(configuration);
    Path data = options.data().orElse(folder.resolve("data"));
    Files.createDirectories(data);
    // Of two kinds of files the one that needs no native code.
    InternalConfigurations.PAYLOAD_PERSISTENCE_TYPE.set(PersistenceType.FILE);
    InternalConfigurations.RETAINED_MESSAGE_PERSISTENCE_TYPE.set(PersistenceType.FILE);
    // Else its end takes two seconds longer.
    InternalConfigurations.PERSISTENCE_SHUTDOWN_GRACE_PERIOD_MSEC.set(0);
    return EmbeddedHiveMQ.builder()
        .withConfigurationFolder(configuration)
        .withDataFolder(data)
        .withExtensionsFolder(Files.createDirectory(folder.resolve("extensions")))
        .withEmbeddedExtension(
            EmbeddedExtension.builder()
                .withId(NAME)
                .withName(NAME)
                .withVersion("1")
                .withExtensionMain(this)
                .build())
        .withoutLoggingBootstrap()
        .build();
  }

  private void start(EmbeddedHiveMQ broker, ServerOptions options) throws StartFailure {
    // HiveMQ sets its own, for which a thread's end is a line of the log.
    Thread.UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();
    try {
      broker.start().join();
    } catch (CompletionException e) {
      throw notStarted(options, e.getCause().getMessage(), e);
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(handler);
    }
    if (!errors.isEmpty()) {
      throw notStarted(options, errors.get(0), null);
    }
  }

  private static StartFailure notStarted(ServerOptions options, String why, Throwable cause) {
    String data = options.data().map(it -> "; another folder than " + it + ": --data").orElse("");
    return new StartFailure("HiveMQ did not start: " + why + data, cause);
  }

  private String ready(ServerOptions options, MetricsPage metrics) {
    StringJoiner fields =
        new StringJoiner(",", "{\"event\":\"ready\",\"tool\":\"" + NAME + "\",", "}");
    options.ports().keySet().forEach(it -> fields.add(text(it.field, HOST + ":" + port(it))));
    Limits limits = options.limits();
    fields.add(text("broker", BROKER));
    fields.add("\"maxQueued\":" + limits.queue());
    fields.add(text("whenFull", limits.dropsOldest() ? "drop-oldest" : "drop-newest"));
    fields.add("\"maxPacket\":" + limits.packet());
    fields.add("\"receiveMaximum\":" + limits.receiveMaximum());
    fields.add(text("metrics", metrics.url()));
    return fields.toString();
  }

  private static String text(String name, String value) {
    return '"' + name + "\":\"" + value + '"';
  }

  private int port(Listener listener) {
    return information.getListener().stream()
        .filter(each -> each.getName().equals(listener.name()))
        .findFirst()
        .orElseThrow()
        .getPort();
  }

  @Override
  public void extensionStart(ExtensionStartInput input, ExtensionStartOutput output) {
    information = input.getServerInformation();
    users.ifPresent(it -> Services.securityRegistry().setAuthenticatorProvider(asked -> it));
  }

  @Override
  public void extensionStop(ExtensionStopInput input, ExtensionStopOutput output) {
    information = null;
  }
}
