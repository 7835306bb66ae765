// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.BackendReading;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.FlowTerms;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.book.ReceiverBook;
import io.fleetload.results.book.RunTimeline;
import io.fleetload.results.health.GeneratorBook;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.run.DeviceClocks;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.PerSecond;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NotificationTableTest {
  private static final int MESSAGES = 40;

  /**
   * Two users in turns, four updates an iteration: the second user has 4 to 7, 12 to 15 and so on.
   */
  private static final RoundRobin STEPS = new RoundRobin(2, 0, "user-{index}").ofStep(4);

  private static final String PROFILE =
      """
      { "pack": "ngsi", "run": { "name": "a", "seed": 7 },
        "subscriptions": [ { "type": "store", "each": 1 }, { "type": "shop", "each": 2 } ],
        "flows": { "update": { "notified": true,
          "request": "POST /ngsi-ld/v1/entities/urn:store:{{user}}-{{iteration}}/attrs", "body": "{}" } } }
      """;

  @TempDir private Path directory;
  private final LatencyHistogram endToEnd = new LatencyHistogram();

  private static MessageSet allBut(Integer... lost) {
    MessageSet numbers = new MessageSet();
    for (int n = 0; n < MESSAGES; n++) {
      if (!Set.of(lost).contains(n)) {
        numbers.add(n);
      }
    }
    return numbers;
  }

  private static DeviceBook device(RoundRobin turns) {
    List<Long> none = List.of();
    FlowCounts well =
        new FlowCounts(MESSAGES, MESSAGES, MESSAGES, MESSAGES, Map.of(), Map.of(), 0, 0);
    LatencyHistogram times = new LatencyHistogram();
    return new DeviceBook(
        DeviceBook.VERSION,
        "1f",
        "a",
        true,
        null,
        RunTimeline.of(60, List.of(new DeviceBook.PhaseTimes("measure", 1_000, 61_000))),
        new DeviceBook.FleetCounts(2, 2, 2, Map.of(), 0, new LatencyHistogram(), null, null, null),
        Map.of(
            "update",
            new DeviceBook.DeviceFlow(
                FlowTerms.rate(1.0),
                new FlowNumbers(0, MESSAGES, turns),
                new FlowTotals(FlowCounts.NONE, well, times, times, null, 0),
                allBut(),
                allBut(),
                new MessageSet(),
                new PerSecond(none, none, none, none, none, Map.of(), null),
                null,
                null)),
        null,
        GeneratorBook.of(
            new GeneratorHealth(new LatencyHistogram().summary(), 100, 0, 1, List.of())));
  }

  private static ReceiverBook at(MessageSet received, int duplicate) {
    return new ReceiverBook(
        BackendBook.ReceiptCounts.NONE,
        new BackendBook.ReceiptCounts(received.size() + duplicate, duplicate, 0),
        received,
        new ReceiverBook.ReceiverTimes(2, 6_000_000, 5_000_000));
  }

  private BackendBook backend(boolean caughtUp, ReceiverBook... receivers) {
    BackendBook.ReceiptCounts all = BackendBook.ReceiptCounts.NONE;
    MessageSet received = new MessageSet();
    for (ReceiverBook each : receivers) {
      all = all.plus(each.measured());
      received = received.or(each.received());
    }
    return new BackendBook(
        BackendBook.VERSION,
        "1f",
        "a",
        null,
        new BackendReading(true, caughtUp, null, 60),
        Map.of(
            "update",
            new BackendBook.BackendFlow(
                BackendBook.ReceiptCounts.NONE,
                all,
                endToEnd,
                received,
                Map.of(),
                null,
                null,
                null,
                receivers.length == 1 ? null : List.of(receivers))),
        DeviceClocks.UNKNOWN,
        new BackendBook.Strangers(0, 0),
        null);
  }

  private Path written(String profile, DeviceBook device, BackendBook backend) throws Exception {
    ResultFiles.write(directory.resolve(DeviceBook.FILE), device);
    ResultFiles.write(directory.resolve(BackendBook.FILE), backend);
    Result result =
        Result.join(device, backend, List.of())
            .with(new Result.About(new ObjectMapper().readTree(profile), Map.of(), Map.of()));
    new NotificationTable().write(result, directory);
    return directory.resolve(NotificationTable.FILE);
  }

  @Test
  void eachSubscriptionHasItsRowAndEntitiesThatLackNotificationsAreNamed() throws Exception {
    Path table =
        written(
            PROFILE,
            device(STEPS),
            backend(true, at(allBut(), 0), at(allBut(12, 13, 15, 30), 3), at(allBut(12), 0)));

    assertThat(table)
        .content()
        .contains(
            "| update | subscriptions[0] of store | 40 | 40 | 0 | 0 | 0 | 3.0 | 5.0 |",
            "| update | subscriptions[1] of shop, 1 of 2 | 40 | 36 | 4 | 3 | 0 | 3.0 | 5.0 |",
            "| update | subscriptions[1] of shop, 2 of 2 | 40 | 39 | 1 | 0 | 0 | 3.0 | 5.0 |",
            // 14 arrived after 12 and 13; nothing after 15 in its iteration, and 31 after 30.
            "| update | subscriptions[1] of shop, 1 of 2 | urn:store:1-3 | 1 | 3 | 2 |",
            "| update | subscriptions[1] of shop, 2 of 2 | urn:store:1-3 | 1 | 1 | 1 |",
            "| update | subscriptions[1] of shop, 1 of 2 | urn:store:1-7 | 1 | 1 | 1 |");
  }

  @Test
  void ofRequestsThatAreNoStepsAllOfAUserAreTogether() throws Exception {
    Path table =
        written(
            PROFILE
                .replace("{{user}}-{{iteration}}", "{{user}}")
                .replace(", \"each\": 2", "")
                .replace(", { \"type\": \"shop\" }", ""),
            device(new RoundRobin(2, 0, "user-{index}")),
            backend(true, at(allBut(1, 21, 39), 0)));

    assertThat(table)
        .content()
        .contains(
            "| update | subscriptions[0] of store | 40 | 37 | 3 |",
            "| update | subscriptions[0] of store | urn:store:1 | 1 | 3 | 2 |");
  }

  @Test
  void theTimesOfASubscriptionAloneAreThoseOfItsFlow() throws Exception {
    endToEnd.record(2_000_000);
    endToEnd.record(4_000_000);
    String one = PROFILE.replace(", { \"type\": \"shop\", \"each\": 2 }", "");

    assertThat(written(one, device(STEPS), backend(true, at(allBut(), 0))))
        .content()
        .contains("| update | subscriptions[0] of store | 40 | 40 | 0 | 0 | 0 | 3.0 | 4.0 |");
  }

  @Test
  void anEntityOfABatchIsNamedByItsBody() throws Exception {
    Path table =
        written(
            """
            { "pack": "ngsi", "run": { "name": "a", "seed": 7 },
              "subscriptions": [ { "type": "store", "each": 1 } ],
              "flows": { "update": { "notified": true, "batch": 2,
                "request": "POST /ngsi-ld/v1/entityOperations/update",
                "body": "{ \\"id\\": \\"urn:store:{{index}}-{{iteration % 2}}\\" }" } } }
            """,
            device(STEPS), backend(true, at(allBut(), 0), at(allBut(4), 0)));

    assertThat(table)
        .content()
        .contains("| update | subscriptions[0] of store | urn:store:1-1 | 1 | 1 | 1 |");
  }

  @Test
  void anIdWithAPlusSignAndOneBehindAnotherIdAreTheEntitys() throws Exception {
    String plus = PROFILE.replace("urn:store:", "urn:a+b%2Fc:");
    String batch =
        """
        { "pack": "ngsi", "run": { "name": "a", "seed": 7 },
          "subscriptions": [ { "type": "store", "each": 1 } ],
          "flows": { "update": { "notified": true, "batch": 2,
            "request": "POST /ngsi-ld/v1/entityOperations/update",
            "body": "{ \\"owner\\": { \\"id\\": \\"x\\" }, \\"id\\": \\"urn:{{index}}\\" }" } } }
        """;

    assertThat(
            written(
                plus,
                device(STEPS),
                backend(true, at(allBut(), 0), at(allBut(12), 0), at(allBut(), 0))))
        .content()
        .contains("| urn:a+b/c:1-3 |");
    assertThat(written(batch, device(STEPS), backend(true, at(allBut(), 0), at(allBut(4), 0))))
        .content()
        .contains("| urn:1 |");
  }

  @Test
  void anEntityThatAnAnswerNamedIsNotKnown() throws Exception {
    Path table =
        written(
            """
            { "pack": "ngsi", "run": { "name": "a", "seed": 7 },
              "subscriptions": [ { "type": "store", "each": 1 } ],
              "flows": { "create": { "save": { "where": "Location" } }, "update": { "notified": true,
                "request": "POST {{where}}/attrs", "body": "{}" } } }
            """,
            device(STEPS),
            backend(true, at(allBut(4), 0)));

    assertThat(table).content().contains("| update | subscriptions[0] of store | – | 1 | 1 | 1 |");
  }

  @Test
  void whereNothingIsLostNoEntityIsNamed() throws Exception {
    assertThat(
            written(
                PROFILE,
                device(STEPS),
                backend(true, at(allBut(), 0), at(allBut(), 0), at(allBut(), 0))))
        .content()
        .contains("None lacks any.");
  }

  @Test
  void aBackendThatDidNotReadToItsEndLeavesNoTable() throws Exception {
    assertThat(written(PROFILE, device(STEPS), backend(false, at(allBut(4), 0)))).doesNotExist();
  }
}
