// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.format.ExitCode;
import io.fleetload.scenario.Scenario;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EntityProvisionerTest {
  private final List<String> said = new ArrayList<>();
  private final StopSignal stop = new StopSignal();
  private final AtomicLong now = new AtomicLong();
  private final Clock clock =
      new Clock() {
        @Override
        public ZoneId getZone() {
          return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
          return this;
        }

        @Override
        public Instant instant() {
          return Instant.now().plusMillis(now.get());
        }
      };
  @TempDir private Path directory;
  private StoringBroker broker;

  @BeforeEach
  void start() {
    broker = new StoringBroker();
  }

  @AfterEach
  void close() {
    broker.close();
  }

  private EntityProvisioner provisioner(String... overrides) throws Exception {
    Path file = directory.resolve("profile.yaml");
    Files.writeString(
        file,
        """
        pack: ngsi
        run: { name: test }
        target: { kind: external, url: "%s", context: "http://127.0.0.1:1/context.jsonld" }
        setUp:
          - request: "POST /ngsi-ld/v1/entities"
            count: 250
            body: '{ "id": "urn:ngsi-ld:store:fl-{{n}}", "type": "store" }'
            verify:
              request: "GET /ngsi-ld/v1/entities?type=store&limit=1&count=true"
              found: 250
              within: 1s
        tearDown: [{ type: store, ids: "urn:ngsi-ld:store:fl-" }]
        devices: { count: 1 }
        phases: { measure: 1s }
        flows: { get: { rate: 1/s, request: "GET /ngsi-ld/v1/entities" } }
        """
            .formatted(broker.url()));
    NgsiProfile profile = (NgsiProfile) Scenario.read(file, List.of(overrides), Map.of()).profile();
    return new EntityProvisioner(profile, this::hear, stop, clock);
  }

  private void hear(ToolEvent event) {
    if (event instanceof ToolEvent.Sentence each) {
      said.add(each.text());
    }
  }

  @Test
  void applySendsEachRequestOnceAndNothingWhereAllIsThere() throws Exception {
    assertThat(provisioner().apply(false)).isEqualTo(ExitCode.PASSED);
    assertThat(broker.ids()).hasSize(250).contains("urn:ngsi-ld:store:fl-249");
    assertThat(broker.lastMade().getString("@context"))
        .isEqualTo("http://127.0.0.1:1/context.jsonld");

    assertThat(provisioner().apply(false)).isEqualTo(ExitCode.PASSED);
    assertThat(broker.posts()).isEqualTo(250);
    assertThat(said).last().isEqualTo("setUp[0]: is there already");
  }

  @Test
  void whatIsThereAlreadyIsNoFailureOfTheRest() throws Exception {
    broker.add("urn:ngsi-ld:store:fl-7", "store");

    assertThat(provisioner().apply(false)).isEqualTo(ExitCode.PASSED);
    assertThat(broker.ids()).hasSize(250);
  }

  @Test
  void aBatchIsOneRequest() throws Exception {
    String request = "setUp=[{request: POST /ngsi-ld/v1/entityOperations/create, count: 3,";
    String body = " batch: 10, body: '{\"id\": \"a{{n * 10 + index}}\", \"type\": \"store\"}'}]";

    assertThat(provisioner(request + body).apply(false)).isEqualTo(ExitCode.PASSED);
    assertThat(broker.posts()).isEqualTo(3);
    assertThat(broker.ids()).hasSize(30).contains("a0", "a29");
  }

  @Test
  void applyWaitsForWhatTheBrokerWritesLate() throws Exception {
    broker.findNothing(2);

    assertThat(provisioner().apply(false)).isEqualTo(ExitCode.PASSED);
  }

  @Test
  void aBrokerThatNeverHasItIsOneLine() throws Exception {
    broker.findNothing(1_000);

    assertThatThrownBy(() -> provisioner().apply(false))
        .isInstanceOf(TargetException.class)
        .hasMessageStartingWith("setUp[0].verify: ")
        .hasMessageContainingAll(broker.url(), "0 of 250", "1s");
  }

  @Test
  void aRefusalIsOneLineWithTheAnswer() throws Exception {
    broker.answer(400);

    assertThatThrownBy(() -> provisioner().apply(false))
        .isInstanceOf(TargetException.class)
        .hasMessageStartingWith("setUp[0]: ")
        .hasMessageContaining(" request ")
        .hasMessageEndingWith(": 400 {\"title\": \"no, and here is why\"}");
  }

  @Test
  void planSaysWhatIsMissingAndSendsNothing() throws Exception {
    assertThat(provisioner().plan(false)).isEqualTo(ExitCode.PASSED);

    assertThat(said).containsExactly("setUp[0]: 250 requests, POST /ngsi-ld/v1/entities");
    assertThat(broker.posts()).isZero();
  }

  @Test
  void checkAndVerifySayWhatARunWouldLack() throws Exception {
    broker.add("urn:ngsi-ld:store:fl-7", "store");
    String lacks = "setUp[0].verify: the broker at %s finds 1 of 250; provisioning apply writes it";

    assertThatThrownBy(() -> provisioner().check())
        .hasMessageStartingWith(lacks.formatted(broker.url()));
    assertThatThrownBy(() -> provisioner().verify())
        .hasMessageStartingWith(lacks.formatted(broker.url()));

    provisioner().apply(false);
    assertThat(provisioner().check()).isEqualTo(ExitCode.PASSED);
    assertThat(provisioner().verify()).isEqualTo(ExitCode.PASSED);
  }

  @Test
  void removeSaysWhatItIsAboutToRemove() throws Exception {
    provisioner().remove(false);

    assertThat(said).first().asString().contains(" store ", "urn:ngsi-ld:store:fl-");
  }

  @Test
  void removeLeavesTheEntitiesOfOthers() throws Exception {
    provisioner().apply(false);
    for (int i = 0; i < 150; i++) {
      broker.add("urn:ngsi-ld:store:a" + i, "store");
      broker.add("urn:ngsi-ld:store:z" + i, "store");
    }
    broker.add("urn:ngsi-ld:store:fl-of-another-type", "shelf");
    provisioner("setUp=null").remove(false);

    assertThat(broker.ids()).hasSize(301).noneMatch(id -> id.matches(".*:fl-\\d+"));
    assertThat(said).last().isEqualTo("250 entities of type store removed");
  }

  @Test
  void aBrokerThatIsNotThereIsOneLine() throws Exception {
    String nobody = "target={kind: external, url: http://127.0.0.1:1, context: http://127.0.0.1/c}";

    assertThatThrownBy(() -> provisioner(nobody).apply(false))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("http://127.0.0.1:1 ")
        .hasMessageEndingWith("(target.url)");
  }

  @Test
  void aTenantThatIsKeptApartIsWrittenInto() throws Exception {
    assertThat(provisioner("target.tenant=mine").apply(false)).isEqualTo(ExitCode.PASSED);
    assertThat(broker.ids())
        .hasSize(250)
        .allMatch(id -> id.startsWith("mine urn:ngsi-ld:store:fl-"));
  }

  @Test
  void aTenantThatIsIgnoredIsFoundBeforeAnythingIsWrittenOrRemoved() throws Exception {
    broker.ignoresTenants = true;
    broker.add("urn:ngsi-ld:store:fl-7", "store");

    assertThatThrownBy(() -> provisioner("target.tenant=mine").apply(false))
        .isInstanceOf(TargetException.class)
        .hasMessageContainingAll("target.tenant", " mine", broker.url());
    assertThatThrownBy(() -> provisioner("target.tenant=mine").remove(false))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("target.tenant");
    assertThat(broker.ids()).containsExactly("urn:ngsi-ld:store:fl-7");
  }

  @Test
  void aTenantThatTheBrokerDoesNotTakeIsNamed() throws Exception {
    broker.answer(400);

    assertThatThrownBy(() -> provisioner("target.tenant=no-dash").apply(false))
        .isInstanceOf(TargetException.class)
        .hasMessageContainingAll(" no-dash: 400 ", "(target.tenant)");
  }

  @Test
  void aBrokerThatIgnoresTheOffsetIsSaid() throws Exception {
    for (int i = 0; i < 150; i++) {
      broker.add("urn:ngsi-ld:store:a" + i, "store");
    }
    broker.ignoresOffset = true;

    assertThatThrownBy(() -> provisioner().remove(false))
        .isInstanceOf(TargetException.class)
        .hasMessageContainingAll(broker.url(), " store ", " 100", "urn:ngsi-ld:store:fl-");
  }

  @Test
  void aBrokerWithEndlessEntitiesOfOthersCanBeLeft() throws Exception {
    broker.more =
        page -> {
          if (page == 5) {
            stop.stop(StopSignal.Why.INTERRUPTED);
          }
          return IntStream.range(0, 100)
              .mapToObj(i -> new JsonObject().put("id", "other:%d:%d".formatted(page, i)))
              .toList();
        };

    assertThat(provisioner().remove(false)).isEqualTo(ExitCode.INTERRUPTED);
  }

  @Test
  void aBrokerThatAlwaysListsOneMoreIsLeftAtTheDeadline() throws Exception {
    broker.more =
        page -> {
          now.addAndGet(5 * 60_000);
          return List.of(new JsonObject().put("id", "urn:ngsi-ld:store:fl-new" + page));
        };

    assertThatThrownBy(() -> provisioner().remove(false))
        .isInstanceOf(TargetException.class)
        .hasMessageContainingAll(broker.url(), " store ", " 30 minutes");
  }

  @Test
  void whatIsBelowTheFlowsServicePathsIsRemovedThere() throws Exception {
    String flows =
        "flows={get: {rate: 1/s, request: GET /v2/entities, headers: {fiware-servicepath: /plant}},"
            + " other: {rate: 1/s, request: GET /v2/entities}}";
    broker.add("urn:ngsi-ld:store:fl-1", "store", "/plant");
    broker.add("urn:ngsi-ld:store:fl-2", "store", "/");
    broker.add("urn:ngsi-ld:store:fl-3", "store", "/of-others");
    provisioner("setUp=null", "target.broker=orion", "target.context=null", flows).remove(false);

    assertThat(broker.ids()).containsExactly("urn:ngsi-ld:store:fl-3");
    assertThat(said).last().isEqualTo("2 entities of type store removed");
  }

  @Test
  void aToolThatHasToStopSaysThatItIsNotDone() throws Exception {
    stop.stop(StopSignal.Why.INPUT_CLOSED);

    assertThat(provisioner().apply(false)).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(broker.posts()).isZero();
  }
}
