// SPDX-License-Identifier: EPL-2.0
package io.fleetload.junit5;

import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * An Eclipse Hono for a test class: its CoAP adapter, command router and device registry, with
 * Kafka and Infinispan, in one process beside the tests, at ports that are free.
 *
 * <pre>{@code
 * @RegisterExtension
 * static final EmbeddedHono hono = new EmbeddedHono().withTenant("acme", 3);
 * }</pre>
 *
 * <p>It is up before the first test and ends after the last one, also where the tests' process is
 * killed.
 */
public final class EmbeddedHono
    implements BeforeAllCallback, BeforeEachCallback, AfterAllCallback, AutoCloseable {
  private final Map<String, Integer> tenants = new LinkedHashMap<>();
  private final List<String> options = new ArrayList<>();
  private String startedBy;
  private HonoProcess process;

  /** Without tenants; a load test brings those of its profile. */
  public EmbeddedHono() {}

  /**
   * Adds a tenant with devices {@code device-0}, {@code device-1} and so on that may connect.
   *
   * @param tenant letters, digits, dot, dash and underscore
   * @param devices their number, 1 or more
   */
  public EmbeddedHono withTenant(String tenant, int devices) {
    if (devices < 1) {
      throw new LoadTestException(
          Verdict.WRONG_USAGE,
          "tenant %s: found %s devices, expected 1 or more".formatted(tenant, devices));
    }
    tenants.put(tenant, devices);
    return this;
  }

  /**
   * Adds an option of {@code hono-embedded}, such as {@code --max-payload=64000}; its {@code
   * --help} lists them.
   */
  public EmbeddedHono withOption(String option) {
    options.add(option);
    return this;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    // A nested class calls this again, for the Hono of the class around it.
    if (startedBy == null) {
      start();
      startedBy = context.getUniqueId();
    }
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    if (startedBy == null) {
      throw new LoadTestException(
          Verdict.WRONG_USAGE,
          ("%s: the field with the EmbeddedHono is not static; one serves a whole test class,"
                  + " expected @RegisterExtension static final EmbeddedHono")
              .formatted(context.getRequiredTestClass().getName()));
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (context.getUniqueId().equals(startedBy)) {
      startedBy = null;
      close();
    }
  }

  /**
   * Starts it; for what is no JUnit test, which closes it too.
   *
   * @throws LoadTestException if it does not come up
   */
  public EmbeddedHono start() {
    if (process != null) {
      throw new LoadTestException(Verdict.WRONG_USAGE, "the embedded Hono is up already");
    }
    Home home = Home.find();
    List<String> arguments = new ArrayList<>(options);
    for (String each : List.of("coap", "kafka", "mongodb", "infinispan", "http")) {
      arguments.add("--" + each + "-port=0");
    }
    tenants.keySet().forEach(each -> arguments.add("--tenant=" + each));
    arguments.add("--until-stdin-closes");
    process = HonoProcess.start(home, arguments);
    try {
      tenants.forEach((tenant, devices) -> new HonoFleet(tenant, devices).write(home, this));
    } catch (LoadTestException e) {
      close();
      throw e;
    }
    return this;
  }

  /** Stops it; a second time does nothing. */
  @Override
  public void close() {
    if (process != null) {
      process.close();
      process = null;
    }
  }

  /** Returns the address of its CoAP adapter, with DTLS over UDP. */
  public InetSocketAddress coap() {
    String at = endpoint("coap");
    int colon = at.lastIndexOf(':');
    return new InetSocketAddress(at.substring(0, colon), Integer.parseInt(at.substring(colon + 1)));
  }

  /** The adapter's certificate, a PEM file; for devices with certificates. */
  public Path coapCertificate() {
    return Path.of(endpoint("coapCertificate"));
  }

  /** Its Kafka: {@code host:port}. */
  public String bootstrapServers() {
    return endpoint("kafka");
  }

  /** The connection string of the device registry's MongoDB. */
  public String mongodb() {
    return endpoint("mongodb");
  }

  /** The name of the registry's database there. */
  public String database() {
    return endpoint("database");
  }

  /** Its metrics, for Prometheus. */
  public URI metrics() {
    return URI.create(endpoint("http") + "/metrics");
  }

  /** A device of a tenant that {@link #withTenant} added; its index counts from 0. */
  public HonoDevice device(String tenant, int index) {
    return new HonoDevice(tenant, "device-" + index);
  }

  /**
   * The topic with what a tenant's devices send.
   *
   * @param kind {@code telemetry}, {@code event} or {@code command_response}
   */
  public String topic(String kind, String tenant) {
    return "hono." + kind + "." + tenant;
  }

  /**
   * Returns the properties that a Kafka consumer needs to read all messages of the devices, in a
   * group of its own. {@link HonoConsumer} is such a consumer.
   */
  public Map<String, Object> consumerProperties() {
    return Map.of(
        "bootstrap.servers", bootstrapServers(),
        "group.id", UUID.randomUUID().toString(),
        "auto.offset.reset", "earliest",
        "key.deserializer", "org.apache.kafka.common.serialization.StringDeserializer",
        "value.deserializer", "org.apache.kafka.common.serialization.ByteArrayDeserializer");
  }

  Path readyFile() {
    return running().readyFile();
  }

  String endpoint(String name) {
    return running().endpoint(name);
  }

  private HonoProcess running() {
    if (process == null) {
      throw new LoadTestException(
          Verdict.WRONG_USAGE,
          "the embedded Hono is not up: expected a field with @RegisterExtension, or start()");
    }
    return process;
  }
}
