// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.embedded;

import io.fleetload.mqtt.embedded.ServerOptions.Limits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options as they are typed; {@link #checked()} makes them {@link ServerOptions}. */
final class CommandLineOptions {
  /** The largest packet of MQTT: a remaining length of four bytes, and the five before it. */
  private static final int LARGEST_PACKET = 268_435_460;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "The clients' port on 127.0.0.1 (default: 0, one that is free).")
  private int port;

  @Option(
      names = "--tls-port",
      paramLabel = "PORT",
      description = "The port for TLS, 0 for one that is free (default: none).")
  private Optional<Integer> tlsPort = Optional.empty();

  @Option(
      names = "--websocket-port",
      paramLabel = "PORT",
      description = "The port for WebSocket, path /mqtt, likewise (default: none).")
  private Optional<Integer> websocketPort = Optional.empty();

  @Option(
      names = "--tls-websocket-port",
      paramLabel = "PORT",
      description = "The port for WebSocket over TLS, likewise (default: none).")
  private Optional<Integer> tlsWebsocketPort = Optional.empty();

  @Option(
      names = "--metrics-port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "Port of the metrics page on 127.0.0.1 (default: 0, one that is free).")
  private int metricsPort;

  @Option(
      names = "--certificate",
      paramLabel = "FILE",
      description =
          "The certificate for TLS, its issuers and its key (PKCS #8, not encrypted) in PEM.")
  private Optional<Path> certificate = Optional.empty();

  @Option(
      names = "--users",
      paramLabel = "FILE",
      description =
          "A file with a line USER:PASSWORD or USER:sha256:HEX for each user (default: all may"
              + " connect).")
  private Optional<Path> users = Optional.empty();

  @Option(
      names = "--data",
      paramLabel = "FOLDER",
      description =
          "Keeps sessions, queues and retained messages there, also for the next start (default:"
              + " in memory).")
  private Optional<Path> data = Optional.empty();

  @Option(
      names = "--max-queued",
      paramLabel = "N",
      defaultValue = "1000",
      description =
          "Messages that may wait for a client, or for a group of a shared subscription (default:"
              + " ${DEFAULT-VALUE}).")
  private int maxQueued;

  @Option(
      names = "--when-full",
      paramLabel = "RULE",
      defaultValue = "drop-newest",
      description =
          "What a full queue drops: drop-newest or drop-oldest (default: ${DEFAULT-VALUE}).")
  private String whenFull;

  @Option(
      names = "--max-packet",
      paramLabel = "BYTES",
      defaultValue = "" + LARGEST_PACKET,
      description = "The largest packet that it takes (default: ${DEFAULT-VALUE}).")
  private int maxPacket;

  @Option(
      names = "--receive-maximum",
      paramLabel = "N",
      defaultValue = "10",
      description =
          "Messages of one client that may wait for their acknowledgement (default:"
              + " ${DEFAULT-VALUE}).")
  private int receiveMaximum;

  /**
   * The options, if all of them can be meant, with what the files hold.
   *
   * @throws ParameterException naming the option and what is allowed
   */
  ServerOptions checked() {
    Map<Listener, Integer> ports = new EnumMap<>(Listener.class);
    ports.put(Listener.TCP, port);
    tlsPort.ifPresent(it -> ports.put(Listener.TLS, it));
    websocketPort.ifPresent(it -> ports.put(Listener.WEBSOCKET, it));
    tlsWebsocketPort.ifPresent(it -> ports.put(Listener.TLS_WEBSOCKET, it));
    ports.forEach((listener, number) -> requireRange(listener.option, number, 0, 65_535));
    requireRange("--metrics-port", metricsPort, 0, 65_535);
    requireRange("--max-queued", maxQueued, 1, Integer.MAX_VALUE);
    requireRange("--max-packet", maxPacket, 16, LARGEST_PACKET);
    requireRange("--receive-maximum", receiveMaximum, 1, 65_535);
    require(
        whenFull.matches("drop-(newest|oldest)"),
        "--when-full",
        whenFull,
        "drop-newest or drop-oldest");
    boolean secure = ports.keySet().stream().anyMatch(Listener::secure);
    require(
        secure == certificate.isPresent(),
        "--certificate",
        certificate.map(Path::toString).orElse(""),
        "a file where there is --tls-port or --tls-websocket-port, and none elsewhere");
    return new ServerOptions(
        ports,
        metricsPort,
        certificate.map(this::identity),
        users.map(this::users),
        data,
        new Limits(maxQueued, whenFull.endsWith("oldest"), maxPacket, receiveMaximum));
  }

  private Identity identity(Path file) {
    try {
      return Identity.of(read("--certificate", file));
    } catch (IllegalArgumentException | GeneralSecurityException e) {
      throw wrong(
          "--certificate",
          file,
          "PEM with a certificate and its key in PKCS #8, not encrypted (" + e.getMessage() + ")");
    }
  }

  private Users users(Path file) {
    try {
      return new Users(read("--users", file).lines().toList());
    } catch (IllegalArgumentException e) {
      throw wrong("--users", file, e.getMessage());
    }
  }

  private String read(String option, Path file) {
    try {
      // Also of a file that is no text.
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw wrong(option, file, "a file that can be read");
    }
  }

  private void requireRange(String option, int value, int least, int most) {
    require(value >= least && value <= most, option, value, least + " to " + most);
  }

  private void require(boolean holds, String option, Object found, String allowed) {
    if (!holds) {
      throw wrong(option, found, allowed);
    }
  }

  private ParameterException wrong(String option, Object found, String allowed) {
    return new ParameterException(
        spec.commandLine(), "%s: found '%s', allowed is %s".formatted(option, found, allowed));
  }
}
