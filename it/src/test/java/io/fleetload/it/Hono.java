// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** An embedded Hono that a test started, so that a run takes it for an external one. */
public final class Hono implements AutoCloseable {
  private final AtomicInteger tenants = new AtomicInteger();
  private final CommandRun stack;
  private final JsonNode endpoints;
  private final List<String> arguments;

  private Hono(CommandRun stack, JsonNode endpoints, List<String> arguments) {
    this.stack = stack;
    this.endpoints = endpoints;
    this.arguments = arguments;
  }

  /**
   * Starts one for a test that harms it, and waits until it is ready.
   *
   * @param more further arguments of the stack
   */
  public static Hono start(String... more) throws Exception {
    return start(List.of(more));
  }

  private static Hono start(List<String> arguments) throws Exception {
    CommandRun stack = CommandRun.hono(arguments);
    String ready = stack.line(line -> line.contains("\"ready\""));
    return new Hono(stack, new ObjectMapper().readTree(ready), arguments);
  }

  /** One with the same arguments, so with the same data where they name a directory for it. */
  public Hono again() throws Exception {
    return start(arguments);
  }

  /**
   * Gives one Hono to all tests that do not harm it; each run has a tenant of its own there, so
   * that none sees another's messages.
   */
  public static final class Shared implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == Hono.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return in(context);
    }

    /** The one of this test session, started for the first who asks. */
    public static Hono in(ExtensionContext context) {
      return context
          .getStore(StoreScope.LAUNCHER_SESSION, Namespace.create(Hono.class))
          .getOrComputeIfAbsent(Hono.class, ignored -> started(), Hono.class);
    }

    private static Hono started() {
      try {
        return start(
            "--max-payload=64000",
            "--tenant=reader",
            "--tenant=held",
            "--mqtt-port=0",
            "--http-adapter-port=0",
            "--connection-events");
      } catch (Exception e) {
        throw new IllegalStateException("the embedded Hono does not start", e);
      }
    }
  }

  /** Its process. */
  public ProcessHandle process() {
    return stack.handle();
  }

  /**
   * Where a part of it listens: coap, mqtt, httpAdapter, kafka, mongodb, http; or the name of its
   * database.
   */
  public String endpoint(String name) {
    return endpoints.path(name).asText();
  }

  /** The same as an address. */
  public InetSocketAddress address(String name) {
    String endpoint = endpoint(name);
    int colon = endpoint.lastIndexOf(':');
    return new InetSocketAddress(
        endpoint.substring(0, colon), Integer.parseInt(endpoint.substring(colon + 1)));
  }

  /** The arguments with which a profile goes to it, under a tenant of its own. */
  List<String> asTarget() {
    return asTarget("tenant-" + tenants.incrementAndGet());
  }

  /** The arguments with which a profile goes to it, under that tenant. */
  List<String> asTarget(String tenant) {
    List<String> all = new ArrayList<>(List.of("--set=target.kind=external"));
    all.addAll(endpoints());
    all.add("--set=target.maxPayload=64000B");
    all.add("--set=tenant.id=" + tenant);
    all.add("--set=devices.psk.derivedFrom=shared");
    return all;
  }

  private List<String> endpoints() {
    return Stream.of("coap", "mqtt", "httpAdapter", "kafka", "mongodb", "database")
        .filter(endpoints::has)
        .map(key -> "--set=target." + key.replace("httpAdapter", "http") + "=" + endpoint(key))
        .toList();
  }

  /** A run of a profile against it, under a tenant of its own. */
  CommandRun run(String profile, List<String> more) throws IOException {
    List<String> all = new ArrayList<>(List.of("run", profile));
    all.addAll(asTarget());
    all.addAll(more);
    return CommandRun.loadtest(all);
  }

  /**
   * Makes tenants with all devices of a profile.
   *
   * @param profile the text of a profile of the first tenant
   * @throws AssertionError if that fails
   */
  public void provision(String profile, List<String> tenants) throws Exception {
    Path file = Files.createTempFile("provision", ".yaml");
    Files.writeString(file, profile);
    List<String> all = new ArrayList<>(List.of("apply", file.toString()));
    all.addAll(endpoints());
    all.add("--set=registry.tenants=" + tenants.subList(1, tenants.size()));
    Printed apply = Printed.provisioning(all);
    Files.delete(file);
    if (apply.code() != 0) {
      throw new AssertionError(apply.out() + apply.err());
    }
  }

  @Override
  public void close() throws IOException {
    stack.close();
  }
}
