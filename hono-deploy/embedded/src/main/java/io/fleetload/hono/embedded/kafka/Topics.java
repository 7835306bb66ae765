// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.kafka;

import io.fleetload.hono.embedded.part.Listener;
import io.fleetload.hono.embedded.part.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * The topics that exist before anything is ready. A consumer that starts before its topic exists
 * misses the first records, and the first command of a tenant without a topic takes seconds.
 */
public final class Topics implements Part {

  private static final short ONE_COPY = 1;

  private final Listener broker;
  private final List<String> tenants;

  /** Creates the topics of the given tenants, and the registry's two, when started. */
  public Topics(Listener broker, List<String> tenants) {
    this.broker = broker;
    this.tenants = List.copyOf(tenants);
  }

  @Override
  public String name() {
    return "Kafka topics";
  }

  @Override
  public Optional<Listener> listener() {
    return Optional.empty();
  }

  @Override
  public void start() throws ExecutionException, InterruptedException {
    try (Admin admin =
        Admin.create(Map.<String, Object>of("bootstrap.servers", broker.address()))) {
      Set<String> present = admin.listTopics().names().get();
      List<NewTopic> missing =
          wanted().stream().filter(topic -> !present.contains(topic.name())).toList();
      admin.createTopics(missing).all().get();
    }
  }

  private List<NewTopic> wanted() {
    List<NewTopic> topics = new ArrayList<>();
    topics.add(new NewTopic("hono.notification.registry-device", 4, ONE_COPY));
    topics.add(new NewTopic("hono.notification.registry-tenant", 4, ONE_COPY));
    for (String tenant : tenants) {
      topics.add(new NewTopic("hono.telemetry." + tenant, 10, ONE_COPY));
      topics.add(new NewTopic("hono.event." + tenant, 4, ONE_COPY));
      topics.add(new NewTopic("hono.command." + tenant, 3, ONE_COPY));
      topics.add(new NewTopic("hono.command_response." + tenant, 2, ONE_COPY));
    }
    return topics;
  }

  @Override
  public void stop() {
    // They go with the broker.
  }
}
