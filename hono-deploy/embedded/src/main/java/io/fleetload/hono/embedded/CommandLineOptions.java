// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded;

import io.fleetload.hono.embedded.part.StackOptions;
import io.fleetload.hono.embedded.wire.WireSettings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The options as they are typed; {@link #checked(Map)} makes them {@link StackOptions}. */
final class CommandLineOptions {

  private static final Pattern TENANT = Pattern.compile("[a-zA-Z0-9-_.]+");
  private static final int MAX_TOPIC = 249;
  private static final String LONGEST_PREFIX = "hono.command_response.";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "Address every port is bound to (default: ${DEFAULT-VALUE}).")
  private String bind;

  @Option(
      names = "--coap-port",
      paramLabel = "PORT",
      defaultValue = "5684",
      description =
          "CoAP over DTLS, UDP (default: ${DEFAULT-VALUE}; 0: a free port, here and below).")
  private int coapPort;

  @Option(
      names = "--mqtt-port",
      paramLabel = "PORT",
      description = "MQTT 3.1.1 (default: no MQTT adapter; 1883 is Hono's).")
  private Optional<Integer> mqttPort = Optional.empty();

  @Option(
      names = "--http-adapter-port",
      paramLabel = "PORT",
      description = "HTTP/1.1 of devices (default: no HTTP adapter; 8080 is Hono's).")
  private Optional<Integer> httpAdapterPort = Optional.empty();

  @Option(
      names = "--tls",
      description =
          "The MQTT and the HTTP adapter speak TLS, with the certificate of the CoAP adapter.")
  private boolean tls;

  @Option(
      names = "--connection-events",
      description =
          "The MQTT adapter writes an event where a device connects or disconnects, as Hono's with"
              + " HONO_CONNECTIONEVENTS_PRODUCER=events.")
  private boolean connectionEvents;

  @Option(
      names = "--kafka-port",
      paramLabel = "PORT",
      defaultValue = "9092",
      description = "Kafka broker (default: ${DEFAULT-VALUE}).")
  private int kafkaPort;

  @Option(
      names = "--mongodb-port",
      paramLabel = "PORT",
      defaultValue = "27017",
      description = "Built-in MongoDB wire server (default: ${DEFAULT-VALUE}).")
  private int mongodbPort;

  @Option(
      names = "--infinispan-port",
      paramLabel = "PORT",
      defaultValue = "11222",
      description = "Infinispan HotRod server (default: ${DEFAULT-VALUE}).")
  private int infinispanPort;

  @Option(
      names = "--http-port",
      paramLabel = "PORT",
      defaultValue = "8081",
      description = "/readiness, /liveness and /metrics (default: ${DEFAULT-VALUE}).")
  private int httpPort;

  @Option(
      names = "--tenant",
      paramLabel = "NAME",
      description = "Tenant with topics that are created at startup; may be repeated.")
  private List<String> tenants = new ArrayList<>();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Keeps the broker's log and the registry here across restarts"
              + " (default: a temporary directory, deleted on stop).")
  private Optional<Path> data = Optional.empty();

  @Option(
      names = "--mongodb-uri-env",
      paramLabel = "NAME",
      description =
          "Environment variable with the connection string of a MongoDB to use instead of the"
              + " built-in wire server.")
  private Optional<String> mongodbUriEnv = Optional.empty();

  @Option(
      names = "--mongodb-database",
      paramLabel = "NAME",
      defaultValue = "hono",
      description = "The registry's database (default: ${DEFAULT-VALUE}).")
  private String mongodbDatabase;

  @Option(
      names = "--max-connections",
      paramLabel = "N",
      defaultValue = "50000",
      description = "Sessions that an adapter holds at most (default: ${DEFAULT-VALUE}).")
  private int maxConnections;

  @Option(
      names = "--dtls-threads",
      paramLabel = "N",
      defaultValue = "4",
      description = "Threads of the DTLS connector (default: ${DEFAULT-VALUE}).")
  private int dtlsThreads;

  @Option(
      names = "--coap-threads",
      paramLabel = "N",
      defaultValue = "2",
      description = "Threads of the CoAP protocol stage (default: ${DEFAULT-VALUE}).")
  private int coapThreads;

  @Option(
      names = "--exchange-lifetime",
      paramLabel = "DURATION",
      defaultValue = "247s",
      converter = DurationConverter.class,
      description =
          "How long a finished exchange is remembered (default: ${DEFAULT-VALUE}, as Hono;"
              + " units: ms, s, m).")
  private Duration exchangeLifetime;

  @Option(
      names = "--max-payload",
      paramLabel = "BYTES",
      defaultValue = "2048",
      description = "Largest body that the adapter takes (default: ${DEFAULT-VALUE}, as Hono).")
  private int maxPayload;

  @Option(
      names = "--request-timeout",
      paramLabel = "DURATION",
      defaultValue = "200ms",
      converter = DurationConverter.class,
      description =
          "How long a request between Hono's services may take, and to Kafka if it is more than 750"
              + " ms (default: ${DEFAULT-VALUE}, as Hono).")
  private Duration requestTimeout;

  @Option(
      names = "--flow-latency",
      paramLabel = "DURATION",
      defaultValue = "20ms",
      converter = DurationConverter.class,
      description =
          "How long a new link between them waits for credit (default: ${DEFAULT-VALUE}, as Hono).")
  private Duration flowLatency;

  @Option(
      names = "--cached-registrations",
      paramLabel = "N",
      defaultValue = "1000",
      description =
          "Number of registrations that the adapter and the router keep (default:"
              + " ${DEFAULT-VALUE}, as Hono).")
  private int cachedRegistrations;

  /**
   * The options, if all of them can be meant.
   *
   * @throws ParameterException naming the option and what is allowed
   */
  StackOptions checked(Map<String, String> environment) {
    require(!anyAddress(), "--bind", bind, "one address that clients can reach, no wildcard");
    port("--coap-port", coapPort);
    mqttPort.ifPresent(port -> port("--mqtt-port", port));
    httpAdapterPort.ifPresent(port -> port("--http-adapter-port", port));
    port("--kafka-port", kafkaPort);
    port("--mongodb-port", mongodbPort);
    port("--infinispan-port", infinispanPort);
    port("--http-port", httpPort);
    for (String tenant : tenants) {
      require(
          TENANT.matcher(tenant).matches()
              && LONGEST_PREFIX.length() + tenant.length() <= MAX_TOPIC,
          "--tenant",
          tenant,
          "letters, digits, '.', '_' and '-', which a topic name may hold");
    }
    positive("--max-connections", maxConnections);
    positive("--dtls-threads", dtlsThreads);
    positive("--coap-threads", coapThreads);
    positive("--cached-registrations", cachedRegistrations);
    // Hono refuses less.
    require(maxPayload > 128, "--max-payload", maxPayload, "129 or more");
    return new StackOptions(
        bind,
        new StackOptions.Ports(
            coapPort, mqttPort, httpAdapterPort, kafkaPort, mongodbPort, infinispanPort, httpPort),
        tenants.stream().distinct().toList(),
        data,
        new StackOptions.MongoDb(mongodbUriEnv.map(n -> external(n, environment)), mongodbDatabase),
        new StackOptions.Coap(
            maxConnections, dtlsThreads, coapThreads, exchangeLifetime, maxPayload),
        tls,
        connectionEvents,
        new WireSettings(requestTimeout, flowLatency, cachedRegistrations));
  }

  private StackOptions.External external(String variable, Map<String, String> environment) {
    String held = environment.get(variable);
    require(
        held != null && !held.isBlank(), "--mongodb-uri-env", variable, "a variable that is set");
    return new StackOptions.External(variable, held);
  }

  private boolean anyAddress() {
    try {
      return InetAddress.getByName(bind).isAnyLocalAddress();
    } catch (UnknownHostException e) {
      throw wrong("--bind", bind, "an address of this machine");
    }
  }

  private void port(String option, int value) {
    require(value >= 0 && value <= 65_535, option, value, "0 to 65535");
  }

  private void positive(String option, int value) {
    require(value > 0, option, value, "1 or more");
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

  /** Reads {@code 500ms}, {@code 247s}, {@code 4m}. */
  static final class DurationConverter implements ITypeConverter<Duration> {

    private static final Pattern DURATION = Pattern.compile("([1-9]\\d{0,8})(ms|s|m)");
    private static final Map<String, Duration> UNITS =
        Map.of("ms", Duration.ofMillis(1), "s", Duration.ofSeconds(1), "m", Duration.ofMinutes(1));

    @Override
    public Duration convert(String value) {
      Matcher m = DURATION.matcher(value);
      if (!m.matches()) {
        throw new TypeConversionException("'" + value + "' is no duration like 500ms, 247s or 4m");
      }
      Duration read = UNITS.get(m.group(2)).multipliedBy(Long.parseLong(m.group(1)));
      // Hono takes it as an int of milliseconds.
      if (read.toMillis() > Integer.MAX_VALUE) {
        throw new TypeConversionException("'" + value + "' is longer than 24 days");
      }
      return read;
    }
  }
}
