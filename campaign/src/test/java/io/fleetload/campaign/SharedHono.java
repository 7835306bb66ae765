// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * One embedded Hono for all tests of a JVM that do not start their own; each run has a tenant of
 * its own there, so that none sees another's messages.
 */
final class SharedHono implements AutoCloseable {
  private final AtomicInteger tenants = new AtomicInteger();
  private final CommandRun stack;
  private final JsonNode endpoints;

  /** One of a test's own, to do away with. */
  SharedHono() {
    try {
      stack = CommandRun.stack("--max-payload=64000");
      endpoints = new ObjectMapper().readTree(stack.line(line -> line.contains("\"ready\"")));
    } catch (Exception e) {
      throw new IllegalStateException("the embedded Hono does not start", e);
    }
  }

  /** Gives it to the constructors and methods that ask for it. */
  static final class Given implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == SharedHono.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context
          .getStore(StoreScope.LAUNCHER_SESSION, Namespace.create(SharedHono.class))
          .getOrComputeIfAbsent(SharedHono.class, ignored -> new SharedHono());
    }
  }

  /** Where a part of it listens: coap, kafka, mongodb, http; or the name of its database. */
  String endpoint(String name) {
    return endpoints.path(name).asText();
  }

  /** The arguments with which a profile goes to it, under a tenant of its own. */
  List<String> asTarget() {
    return asTarget("tenant-" + tenants.incrementAndGet());
  }

  /** The arguments with which a profile goes to it, under that tenant. */
  List<String> asTarget(String tenant) {
    List<String> arguments = new ArrayList<>(List.of("--set=target.kind=external"));
    for (String key : List.of("coap", "kafka", "mongodb", "database")) {
      arguments.add("--set=target." + key + "=" + endpoint(key));
    }
    arguments.add("--set=target.maxPayload=64000B");
    arguments.add("--set=tenant.id=" + tenant);
    arguments.add("--set=devices.psk.derivedFrom=shared");
    return arguments;
  }

  /** A run of a profile against it, under a tenant of its own. */
  CommandRun run(String profile, List<String> more) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("run", profile));
    arguments.addAll(asTarget());
    arguments.addAll(more);
    return CommandRun.loadtest(arguments);
  }

  @Override
  public void close() throws IOException {
    stack.close();
  }
}
