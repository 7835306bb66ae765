// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.part;

import io.fleetload.hono.embedded.wire.WireSettings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The user's request.
 *
 * @param bind the one address that every port is bound to and that clients get
 * @param ports where the parts listen
 * @param tenants tenants with topics that are created before anything is ready
 * @param data where broker and registry keep their data; empty for a temporary directory
 * @param mongodb the registry's database
 * @param coap the adapter's sizes
 * @param tls whether the adapters for MQTT and HTTP speak TLS
 * @param connectionEvents whether the adapters write connection events
 * @param wire settings of the services towards each other
 */
public record StackOptions(
    String bind,
    Ports ports,
    List<String> tenants,
    Optional<Path> data,
    MongoDb mongodb,
    Coap coap,
    boolean tls,
    boolean connectionEvents,
    WireSettings wire) {

  /** Copies the list. */
  public StackOptions {
    tenants = List.copyOf(tenants);
  }

  /** Checks whether other hosts may reach the ports. */
  public boolean isOpenToOthers() {
    try {
      return !InetAddress.getByName(bind).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return true;
    }
  }

  /**
   * The ports, 0 to 65535 each; 0 means a free one.
   *
   * @param mqtt empty for no MQTT adapter
   * @param httpAdapter empty for no HTTP adapter
   * @param http of the status pages
   */
  public record Ports(
      int coap,
      Optional<Integer> mqtt,
      Optional<Integer> httpAdapter,
      int kafka,
      int mongodb,
      int infinispan,
      int http) {}

  /**
   * The registry's database.
   *
   * @param external the connection string of a MongoDB to use instead of the built-in wire server,
   *     and the name of the variable that held it
   * @param database its name
   */
  public record MongoDb(Optional<External> external, String database) {}

  /**
   * A MongoDB of the user's own. The connection string may hold a password: it is never printed.
   *
   * @param variable the environment variable that held it
   * @param connectionString what it held
   */
  public record External(String variable, String connectionString) {

    @Override
    public String toString() {
      return "External[$" + variable + "]";
    }
  }

  /**
   * The adapter's sizes.
   *
   * @param maxConnections sessions that an adapter holds at most
   * @param dtlsThreads threads that decrypt and shake hands
   * @param coapThreads threads of the CoAP protocol stage
   * @param exchangeLifetime how long a finished exchange is remembered to recognise duplicates
   * @param maxPayload the largest body of a request, in bytes
   */
  public record Coap(
      int maxConnections,
      int dtlsThreads,
      int coapThreads,
      Duration exchangeLifetime,
      int maxPayload) {}
}
