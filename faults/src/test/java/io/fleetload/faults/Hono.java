// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** An embedded Hono that the suite started, so that a run takes it for an external one. */
final class Hono implements AutoCloseable {
  private final Started stack;
  private final JsonNode endpoints;
  private final String[] arguments;

  private Hono(Started stack, JsonNode endpoints, String... arguments) {
    this.stack = stack;
    this.endpoints = endpoints;
    this.arguments = arguments;
  }

  /**
   * Starts one and waits until it is ready.
   *
   * @param more further arguments of the stack
   */
  static Hono start(String... more) throws Exception {
    Started stack = Product.stack(List.of(more));
    String ready = stack.line(line -> line.contains("\"ready\""));
    return new Hono(stack, new ObjectMapper().readTree(ready), more);
  }

  /** One with the same arguments, so with the same data where they name a directory for it. */
  Hono again() throws Exception {
    return start(arguments);
  }

  /**
   * Makes tenants with as many devices as a run can have.
   *
   * @throws AssertionError if that fails
   */
  void provision(List<String> tenants) throws Exception {
    Path profile = Files.createTempFile("provision", ".yaml");
    Files.writeString(profile, Load.LARGEST.profile("provision", tenants.get(0)));
    try (Started apply =
        Product.loadtest(
            List.of(
                "provision",
                "apply",
                profile.toString(),
                "--set=target.coap=" + endpoint("coap"),
                "--set=target.kafka=" + endpoint("kafka"),
                "--set=target.mongodb=" + endpoint("mongodb"),
                "--set=target.database=" + endpoint("database"),
                "--set=registry.tenants=" + tenants.subList(1, tenants.size())))) {
      if (apply.exit() != 0) {
        throw new AssertionError(apply.out() + apply.err());
      }
    } finally {
      Files.delete(profile);
    }
  }

  /** Its process. */
  ProcessHandle process() {
    return stack.handle();
  }

  /** Where a part of it listens: coap, kafka, mongodb, http; or the name of its database. */
  String endpoint(String name) {
    return endpoints.path(name).asText();
  }

  /** The same as an address. */
  InetSocketAddress address(String name) {
    String endpoint = endpoint(name);
    int colon = endpoint.lastIndexOf(':');
    return new InetSocketAddress(
        endpoint.substring(0, colon), Integer.parseInt(endpoint.substring(colon + 1)));
  }

  @Override
  public void close() throws IOException {
    stack.close();
  }
}
