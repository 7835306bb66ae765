// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.nio.serialization.genericrecord.GenericRecord;
import io.fleetload.arion.embedded.fault.Faults;
import io.fleetload.arion.embedded.store.RuleMap;
import io.fleetload.embedded.Parts;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server in the test's own JVM. */
final class ServerInTest implements AutoCloseable {
  static final Faults NONE = new Faults(false, false, false, false, 0, 0, 0);

  /** What the real Arion master does wrong. */
  static final Faults AS_ARION = new Faults(true, true, true, true, 0, 0, 0);

  private final Parts parts = new Parts("server in test", why -> {});
  private final String ready;
  private final List<HazelcastInstance> clients = new ArrayList<>();

  ServerInTest(Faults faults) throws Exception {
    ready = new EmbeddedServer(parts).start(new ServerOptions(0, 0, 0, faults));
  }

  Client client() {
    return new Client(field("server"));
  }

  /** The map as a client without our classes sees it. */
  IMap<String, GenericRecord> map() {
    return hazelcast().getMap(RuleMap.NAME);
  }

  /** The same for values of any form. */
  IMap<String, Object> values() {
    return hazelcast().getMap(RuleMap.NAME);
  }

  private HazelcastInstance hazelcast() {
    return hazelcast(field("cluster"));
  }

  /** A client of a cluster of that name. */
  HazelcastInstance hazelcast(String cluster) {
    ClientConfig config =
        new ClientConfig().setClusterName(cluster).setProperty("hazelcast.logging.type", "none");
    config
        .getConnectionStrategyConfig()
        .getConnectionRetryConfig()
        .setClusterConnectTimeoutMillis(0);
    config.getNetworkConfig().addAddress(field("hazelcast"));
    HazelcastInstance client = HazelcastClient.newHazelcastClient(config);
    clients.add(client);
    return client;
  }

  String metrics() throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(field("metrics"))).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }

  private String field(String name) {
    Matcher field = Pattern.compile('"' + name + "\":\"([^\"]+)\"").matcher(ready);
    if (!field.find()) {
      throw new AssertionError("no " + name + " in " + ready);
    }
    return field.group(1);
  }

  @Override
  public void close() {
    clients.forEach(HazelcastInstance::shutdown);
    parts.close();
  }
}
