// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded;

import io.fleetload.jt808.embedded.ServerOptions.NatsChoice;
import io.fleetload.jt808.embedded.gateway.Misconduct;
import io.fleetload.jt808.embedded.nats.NatsServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options as they are typed; {@link #checked(String)} makes them {@link ServerOptions}. */
final class CommandLineOptions {
  private static final String STAND_IN = "stand-in";
  private static final int MOST_GATEWAYS = 16;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "The terminals' port on 127.0.0.1 (default: 0, one that is free).")
  private int port;

  @Option(
      names = "--metrics-port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "Port of the metrics page on 127.0.0.1 (default: 0, one that is free).")
  private int metricsPort;

  @Option(
      names = "--gateways",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Processes that hold connections, where one may not open enough files; several take no"
              + " commands (default: ${DEFAULT-VALUE}).")
  private int gateways;

  @Option(
      names = "--share-port",
      description = "Lets other processes listen on the port as well; then it takes no commands.")
  private boolean sharedPort;

  @Option(
      names = "--nats",
      paramLabel = "URL",
      description =
          "A NATS server that runs, nats://host:port; or stand-in, for the one in this JVM (default:"
              + " nats-server is started where it is on the path, else the stand-in).")
  private Optional<String> nats = Optional.empty();

  @Option(names = "--nats-server", paramLabel = "FILE", description = "The nats-server to start.")
  private Optional<Path> natsServer = Optional.empty();

  @Option(
      names = "--store",
      paramLabel = "STORE",
      defaultValue = "questdb",
      description =
          "questdb, with the table locations (phone, latitude, longitude, sent, saved); or none, for"
              + " no saver (default: ${DEFAULT-VALUE}).")
  private String store;

  @Option(
      names = "--saver-queue",
      paramLabel = "N",
      defaultValue = "100000",
      description =
          "Messages that may wait for the store; one more is dropped and counted (default:"
              + " ${DEFAULT-VALUE}).")
  private int saverQueue;

  @ArgGroup(
      validate = false,
      heading = "%nWhat real servers do wrong (K: with every K-th; default: never):%n")
  private Wrong wrong = new Wrong();

  /** The switches of {@link Misconduct}. */
  static final class Wrong {
    @Option(
        names = "--acknowledge-without-publishing",
        paramLabel = "K",
        description = "A location is acknowledged and not published.")
    int unpublished;

    @Option(
        names = "--wrong-result",
        paramLabel = "K",
        description = "A location is published and acknowledged with result 1, 2, 3, 4 in turn.")
    int wrongResult;

    @Option(
        names = "--cut",
        paramLabel = "K",
        description = "A location is published; then the connection is closed without an answer.")
    int cut;

    @Option(
        names = "--silent",
        paramLabel = "K",
        description = "A location is published and not answered.")
    int silent;

    @Option(
        names = "--refuse-authentication",
        paramLabel = "K",
        description = "An authentication gets result 1, and its connection is closed.")
    int refused;

    @Option(
        names = "--delay-ms",
        paramLabel = "MS",
        description = "Everything is sent to terminals that late.")
    int delayMs;
  }

  /**
   * The options, if all of them can be meant.
   *
   * @param path where programs are looked for, as the variable PATH has it
   * @throws ParameterException naming the option and what is allowed
   */
  ServerOptions checked(String path) {
    requirePort("--port", port);
    requirePort("--metrics-port", metricsPort);
    require(gateways > 0 && gateways <= MOST_GATEWAYS, "--gateways", gateways, "1 to 16");
    require(saverQueue > 0, "--saver-queue", saverQueue, "1 or more");
    require(store.matches("questdb|none"), "--store", store, "questdb or none");
    require(
        nats.isEmpty() || nats.get().matches("nats://\\S+|" + STAND_IN),
        "--nats",
        nats.orElse(""),
        "nats://host:port or stand-in");
    require(
        nats.isEmpty() || natsServer.isEmpty(),
        "--nats-server",
        natsServer.map(Path::toString).orElse(""),
        "either --nats or this");
    return new ServerOptions(
        port,
        metricsPort,
        gateways,
        sharedPort || gateways > 1,
        nats(path),
        store.equals("none") ? Optional.empty() : Optional.of(saverQueue),
        new Misconduct(
            every("--acknowledge-without-publishing", wrong.unpublished),
            every("--wrong-result", wrong.wrongResult),
            every("--cut", wrong.cut),
            every("--silent", wrong.silent),
            every("--refuse-authentication", wrong.refused),
            Duration.ofMillis(every("--delay-ms", wrong.delayMs))));
  }

  private NatsChoice nats(String path) {
    if (nats.isEmpty()) {
      return new NatsChoice(
          Optional.empty(), natsServer.isPresent() ? natsServer : NatsServer.onPath(path));
    }
    return new NatsChoice(nats.filter(url -> !url.equals(STAND_IN)), Optional.empty());
  }

  private int every(String option, int value) {
    require(value >= 0, option, value, "1 or more");
    return value;
  }

  private void requirePort(String option, int port) {
    require(port >= 0 && port <= 65_535, option, port, "0 to 65535");
  }

  private void require(boolean holds, String option, Object found, String allowed) {
    if (!holds) {
      throw new ParameterException(
          spec.commandLine(), "%s: found '%s', allowed is %s".formatted(option, found, allowed));
    }
  }
}
