// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.driver.BackendDriver.Reception;
import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.rig.Golden;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The subscriptions that the backend makes and removes, and brokers that make trouble. */
class SubscriptionsTest extends TinyBrokerTest {
  @Test
  void subscriptionsAreSpreadOverEndpointsAndGoneAtTheEnd() throws Exception {
    try (Reception reception = open(EACH_ENTITY + "receiver: { endpoints: 3 }\n")) {
      assertThat(broker.named("probe:0")).as("for what is changed last").hasSize(1);
      assertThat(broker.subscriptions).hasSize(6);
      assertThat(broker.named(":0:0").get(0).path("id").asText())
          .isEqualTo("urn:ngsi-ld:Subscription:fl:test:1f00a:0:0");
      assertThat(broker.subscriptions.values().stream().map(TinyBroker::uri))
          .filteredOn(each -> each.contains("/notify/"))
          .extracting(each -> URI.create(each).getPort())
          .doesNotContain(0)
          .satisfies(ports -> assertThat(List.copyOf(ports)).hasSize(5))
          .satisfies(ports -> assertThat(java.util.Set.copyOf(ports)).hasSize(3));
      assertThat(reception.remarks()).singleElement().asString().startsWith("5 subscriptions made");
    }
    assertThat(broker.subscriptions).isEmpty();
    assertThat(broker.entities).as("that of the probe").isEmpty();
  }

  @Test
  void subscriptionsOfABrokerThatNamesThemItselfAreGoneAtTheEnd() throws Exception {
    broker.hasOwnIds = true;
    open(EACH_ENTITY).close();

    assertThat(broker.subscriptions).isEmpty();
    assertThat(broker.asked).contains("DELETE /ngsi-ld/v1/subscriptions/own-1");
  }

  @Test
  void aBrokerThatNotifiesOfChangesOnlyIsReached() throws Exception {
    broker.notifiesOfNew = false;
    open(EACH_ENTITY).close();

    assertThat(broker.asked)
        .contains("POST /ngsi-ld/v1/entities/urn:ngsi-ld:FleetLoadProbe:1f00a/attrs");
  }

  @Test
  void aBrokerThatDoesNotReachThisHostIsToldHowToReachIt() {
    broker.notifies = false;
    clock.hurry();

    assertThatThrownBy(() -> open(EACH_ENTITY))
        .isInstanceOf(TargetException.class)
        .hasMessageContainingAll(broker.url(), "http://127.0.0.1:", "receiver.host")
        .message()
        .satisfies(
            m ->
                Golden.of("run")
                    .holds(
                        "a broker that does not notify",
                        m.replaceAll("127\\.0\\.0\\.1:\\d+", "HOST:PORT")));
    assertThat(broker.subscriptions).isEmpty();
    assertThat(broker.entities).isEmpty();
  }

  @Test
  void aBrokerThatCannotReadTheContextIsToldWhereToFindIt() throws Exception {
    NgsiProfile profile = profile(EACH_ENTITY);
    broker.refuses = "{ \"type\": \"https://uri.etsi.org/ngsi-ld/errors/LdContextNotAvailable\" }";

    assertThatThrownBy(() -> open(profile))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("receiver.host")
        .hasMessageContaining("target.context");
  }

  @Test
  void aSubscriptionThatTheBrokerDoesNotWantIsNamed() throws Exception {
    NgsiProfile profile = profile(EACH_ENTITY);
    broker.refuses = "{ \"title\": \"no " + "o".repeat(300) + "\" }";

    assertThatThrownBy(() -> open(profile))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("the broker at " + broker.url())
        .hasMessageContaining(": 400 { \"title\": \"no ooo")
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(300).doesNotContain("\n"));
  }

  @Test
  void aBrokerThatIsNotThereIsNamed() throws Exception {
    NgsiProfile profile = profile(EACH_ENTITY);
    broker.close();

    assertThatThrownBy(() -> open(profile))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining(broker.url() + " ")
        .hasMessageEndingWith("(target.url)");
  }

  @Test
  void aPortThatIsTakenIsNamed() throws IOException {
    try (ServerSocket taken = new ServerSocket(0)) {
      String port = "receiver: { port: %d }\n".formatted(taken.getLocalPort());
      assertThatThrownBy(() -> open(EACH_ENTITY + port))
          .isInstanceOf(UsageException.class)
          .hasMessageStartingWith("receiver.port: port " + taken.getLocalPort());
    }
  }

  @Test
  void whoIsToldToStopMakesNoMoreSubscriptions() {
    stop.stop(StopSignal.Why.INTERRUPTED);

    assertThatThrownBy(() -> open(EACH_ENTITY)).isInstanceOf(InterruptedException.class);
    assertThat(broker.subscriptions).isEmpty();
  }

  @Test
  void whatAKilledRunLeftIsRemovedAndOthersStay() throws Exception {
    for (String id : List.of("fl:test:7:0:0", "fl:test2:7:0:0", "mine")) {
      broker.subscriptions.put("urn:ngsi-ld:Subscription:" + id, node());
    }
    for (int i = 0; i < 250; i++) {
      broker.subscriptions.put("urn:ngsi-ld:Subscription:fl:test:8:0:" + i, node());
    }
    assertThat(LeftSubscriptions.remove(profile(EACH_ENTITY), stop)).isEqualTo(251);
    assertThat(broker.subscriptions.keySet())
        .containsExactly(
            "urn:ngsi-ld:Subscription:fl:test2:7:0:0", "urn:ngsi-ld:Subscription:mine");
  }

  @Test
  void aBrokerThatIgnoresTheOffsetIsSaid() throws Exception {
    for (int i = 0; i < 150; i++) {
      broker.subscriptions.put("urn:ngsi-ld:Subscription:mine:" + i, node());
    }
    broker.ignoresOffset = true;
    NgsiProfile profile = profile(EACH_ENTITY);

    assertThatThrownBy(() -> LeftSubscriptions.remove(profile, stop))
        .isInstanceOf(TargetException.class)
        .hasMessageContainingAll(broker.url(), " 100", "fl:test:");
  }

  private static JsonNode node() {
    return new com.fasterxml.jackson.databind.ObjectMapper().createObjectNode();
  }
}
