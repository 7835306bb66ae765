package io.fleetload.provisioning;

import io.fleetload.hono.HonoProfile;
import io.fleetload.process.StopSignal;
import io.fleetload.process.Tool;
import io.fleetload.profile.ProfileException;
import io.fleetload.profile.ProfileReader;
import io.fleetload.progress.Sentences;
import io.fleetload.progress.ToolEvents;
import io.fleetload.provisioning.topics.KafkaCluster;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.MockAdminClient;

/** Runs provisioning as its command does, in this process, with Kafka's own fake of a cluster. */
final class OneRun {
  static final Instant NOW = Instant.parse("2026-11-20T17:57:15.987Z");

  final List<String> said = new ArrayList<>();
  final StopSignal stop = new StopSignal();
  final MockAdminClient kafka = MockAdminClient.create().numBrokers(1).build();
  private final List<String> overrides = new ArrayList<>();

  OneRun(String mongodb) {
    overrides.add("target.mongodb=" + mongodb);
    overrides.add("devices.count=3");
  }

  OneRun with(String override) {
    overrides.add(override);
    return this;
  }

  int apply() {
    return run(false);
  }

  int check() {
    return run(true);
  }

  String lastSaid() {
    return said.get(said.size() - 1);
  }

  HonoProfile profile() throws ProfileException {
    return new ProfileReader<>(HonoProfile.class, Map.of())
        .read(Path.of("../profiles/quickstart.yaml"), overrides);
  }

  private int run(boolean check) {
    ToolEvents.Teller teller = event -> said.add(Sentences.of(event));
    return new Tool("provisioning", teller, stop)
        .run(
            () -> {
              Provisioning provisioning =
                  new Provisioning(
                      profile(),
                      teller,
                      stop,
                      Clock.fixed(NOW, ZoneOffset.UTC),
                      target -> new KafkaCluster(kafka, target.kafka()));
              return check ? provisioning.check() : provisioning.apply();
            });
  }
}
