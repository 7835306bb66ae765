// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.hono.topics.KafkaCluster;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.format.ExitCode;
import io.fleetload.rig.Golden;
import io.fleetload.scenario.Scenario;
import io.fleetload.tool.Sentences;
import io.fleetload.tool.Tool;
import java.io.IOException;
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
  private static final Golden WORDS = Golden.of("provisioning");
  static final Instant NOW = Instant.parse("2026-11-20T17:57:15.987Z");

  final List<String> said = new ArrayList<>();
  final StopSignal stop = new StopSignal();
  final MockAdminClient kafka = MockAdminClient.create().numBrokers(1).build();
  private final List<String> overrides = new ArrayList<>();

  OneRun(String mongodb) {
    if (mongodb != null) {
      overrides.add("target.mongodb=" + mongodb);
    }
    overrides.add("devices.count=3");
  }

  OneRun with(String override) {
    overrides.add(override);
    return this;
  }

  /** What a run of a command does. */
  interface Doing {
    ExitCode with(Provisioning provisioning) throws Exception;
  }

  int apply() {
    return run(each -> each.apply(false));
  }

  int check() {
    return run(Provisioning::check);
  }

  String lastSaid() {
    return said.get(said.size() - 1);
  }

  /** Asserts the words of all that was said, which are those of a golden case. */
  void holds(String name) {
    WORDS.holds(
        name,
        String.join("\n", said)
            .replaceAll("127\\.0\\.0\\.1:\\d+", "HOST:PORT")
            .replaceAll("[^ ]*/junit-?\\d+", "DIRECTORY"));
  }

  HonoProfile profile() throws ProfileException {
    return (HonoProfile)
        Scenario.read(Path.of("../../profiles/quickstart.yaml"), overrides, Map.of()).profile();
  }

  int run(Doing doing) {
    Teller teller =
        event -> {
          if (!(event instanceof ToolEvent.WorkProgress)) {
            said.add(Sentences.of(event));
          }
        };
    return new Tool("provisioning", teller, stop)
        .run(
            () -> {
              try {
                return doing.with(
                    new Provisioning(
                        profile(),
                        teller,
                        stop,
                        Clock.fixed(NOW, ZoneOffset.UTC),
                        target -> new KafkaCluster(kafka, target.kafka())));
              } catch (ProfileException
                  | UsageException
                  | TargetException
                  | IOException
                  | InterruptedException
                  | RuntimeException e) {
                throw e;
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            });
  }
}
