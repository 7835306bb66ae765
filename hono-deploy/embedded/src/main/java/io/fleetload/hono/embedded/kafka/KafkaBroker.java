// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.kafka;

import io.fleetload.hono.embedded.part.Listener;
import io.fleetload.hono.embedded.part.Part;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Exit;
import org.apache.kafka.common.utils.Time;

/**
 * One Kafka node in KRaft mode, broker and controller. Its log lies in the data directory and is
 * formatted only once, so that topics and records survive a restart where the directory does.
 */
public final class KafkaBroker implements Part {

  private final Listener listener;
  private final Listener controller;
  private final Path directory;
  private final Consumer<Throwable> died;
  private KafkaRaftServer server;

  /**
   * Creates a broker that is not started.
   *
   * @param listener where clients connect
   * @param controller where the controller listens, for the broker alone
   * @param directory where it may write
   * @param died called when the broker ends itself, at any time and from any thread
   */
  public KafkaBroker(
      Listener listener, Listener controller, Path directory, Consumer<Throwable> died) {
    this.listener = listener;
    this.controller = controller;
    this.directory = directory;
    this.died = died;
  }

  @Override
  public String name() {
    return "Kafka broker";
  }

  @Override
  public Optional<Listener> listener() {
    return Optional.of(listener);
  }

  @Override
  public void start() throws IOException {
    // Kafka ends the JVM on a fatal fault. Its exit is turned into a report, so that the one line
    // and the exit code are ours.
    Exit.setExitProcedure((status, message) -> gaveUp(status, message));
    Exit.setHaltProcedure((status, message) -> gaveUp(status, message));
    Path log = directory.resolve("kafka");
    Map<String, Object> settings = BrokerSettings.of(listener, controller, log);
    if (!Files.exists(log.resolve("meta.properties"))) {
      format(settings);
    }
    server = new KafkaRaftServer(KafkaConfig.fromProps(properties(settings)), Time.SYSTEM);
    server.startup();
  }

  private void gaveUp(int status, String message) {
    String why = message == null ? "exit status " + status : message;
    IllegalStateException end = new IllegalStateException("the broker gave up (" + why + ")");
    died.accept(end);
    // The caller does not expect to come back from an exit.
    throw end;
  }

  private void format(Map<String, Object> settings) throws IOException {
    Path file = directory.resolve("kafka.properties");
    try (Writer out = Files.newBufferedWriter(file)) {
      properties(settings).store(out, null);
    }
    String[] command = {"format", "-t", Uuid.randomUuid().toString(), "-c", file.toString()};
    // The tool prints what it does; stdout is for the ready line alone.
    try (PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
      int status = StorageTool.execute(command, nowhere);
      if (status != 0) {
        throw new IOException("its log directory cannot be formatted (status " + status + ")");
      }
    }
  }

  private static Properties properties(Map<String, Object> settings) {
    Properties p = new Properties();
    p.putAll(settings);
    return p;
  }

  @Override
  public void stop() {
    if (server != null) {
      server.shutdown();
      server.awaitShutdown();
    }
  }
}
