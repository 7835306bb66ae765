// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fleetload.results.GroupResult.GroupMessages;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.FlowTerms;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.book.GroupBook;
import io.fleetload.results.book.Reconnects;
import io.fleetload.results.ledger.WorstDevices;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.PerSecond;
import io.fleetload.results.verdict.FigureNames;
import io.fleetload.results.verdict.Threshold;
import io.fleetload.results.verdict.ThresholdOutcome;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A fleet of 6 meters and 2 gateways, of which the target refuses all gateways: telemetry is of the
 * whole fleet, reports are of the gateways, and readings of the meters.
 */
class GroupResultTest {
  private static final String NAMING = "device-{index}";
  private static final String REFUSED = "transport.handshake";
  private static final String NOT_CONNECTED = "notConnected";
  private static final RoundRobin ALL = new RoundRobin(8, 0, NAMING);
  private static final RoundRobin METERS = new RoundRobin(6, 0, NAMING);
  private static final RoundRobin GATEWAYS = new RoundRobin(2, 0, NAMING).from(6);

  @TempDir private Path directory;

  private static boolean isGateway(int device) {
    return device >= 6;
  }

  /** Counts of the measured messages of some devices: those of a gateway are not sent. */
  private static FlowCounts counts(RoundRobin turns, IntPredicate devices) {
    long due =
        IntStream.range(Books.FROM, Books.TO).filter(n -> devices.test(turns.device(n))).count();
    long unsent =
        IntStream.range(Books.FROM, Books.TO)
            .map(turns::device)
            .filter(device -> devices.test(device) && isGateway(device))
            .count();
    long failed = turns.equals(METERS) && devices.test(turns.device(30)) ? 1 : 0;
    return new FlowCounts(
        due,
        due - unsent,
        due - unsent,
        due - unsent - failed,
        failed == 0 ? Map.of() : Map.of("transport.timeout", failed),
        unsent == 0 ? Map.of() : Map.of(NOT_CONNECTED, unsent),
        0,
        0);
  }

  private static DeviceBook.DeviceFlow flow(RoundRobin turns) {
    MessageSet sent = new MessageSet();
    IntStream.range(0, Books.TO).filter(n -> !isGateway(turns.device(n))).forEach(sent::add);
    return new DeviceBook.DeviceFlow(
        FlowTerms.rate(8.0),
        new FlowNumbers(Books.FROM, Books.TO, turns),
        new FlowTotals(
            Books.allWell(Books.FROM),
            counts(turns, device -> true),
            new LatencyHistogram(),
            new LatencyHistogram(),
            null,
            0),
        sent,
        turns.equals(METERS) ? Books.without(sent, 30) : sent,
        new MessageSet(),
        new PerSecond(
            List.of(8L), List.of(8L), List.of(8L), List.of(0L), List.of(), Map.of(), null),
        null,
        null);
  }

  private static Map<String, DeviceBook.DeviceFlow> flows() {
    Map<String, DeviceBook.DeviceFlow> flows = new LinkedHashMap<>();
    flows.put(
        "telemetry",
        flow(ALL)
            .byGroup(
                List.of(
                    counts(ALL, device -> !isGateway(device)),
                    counts(ALL, GroupResultTest::isGateway))));
    flows.put("reading", flow(METERS));
    flows.put("report", flow(GATEWAYS));
    return flows;
  }

  private static DeviceBook.FleetCounts sessions(
      long asked, long connected, Map<String, Long> failed) {
    LatencyHistogram time = new LatencyHistogram();
    IntStream.range(0, (int) connected).forEach(i -> time.record(3_000_000));
    return new DeviceBook.FleetCounts(
        asked,
        connected,
        connected + failed.values().stream().mapToLong(Long::longValue).sum(),
        failed,
        connected == 0 ? 0 : 2,
        time,
        null,
        new Reconnects(
            new Reconnects.Ends(0, 0, 0, 0, connected == 0 ? 0 : 2, 0),
            connected == 0 ? 0 : 3,
            connected == 0 ? 0 : 1,
            connected == 0 ? Map.of() : Map.of(REFUSED, 2L),
            connected == 0 ? 0 : 1,
            new LatencyHistogram(),
            null),
        null,
        null);
  }

  private static List<GroupBook> groups() {
    return List.of(
        new GroupBook("meters", 0, 6, sessions(6, 6, Map.of("transport.timeout", 1L)), 6, 1),
        new GroupBook("gateways", 6, 2, sessions(2, 0, Map.of(REFUSED, 4L)), 0, 0));
  }

  private static DeviceBook device(List<GroupBook> groups) {
    DeviceBook book = Books.device(flows());
    return new DeviceBook(
        book.version(),
        book.runId(),
        book.runName(),
        true,
        null,
        book.timeline(),
        sessions(6, 6, Map.of("transport.timeout", 1L)).plus(sessions(2, 0, Map.of(REFUSED, 4L))),
        book.flows(),
        null,
        groups,
        book.generatorBook());
  }

  /** Messages 21 and 50 of each flow are lost where they were confirmed, and 40 comes twice. */
  private static BackendBook backend() {
    Map<String, BackendBook.BackendFlow> flows = new LinkedHashMap<>();
    flows()
        .forEach(
            (name, flow) -> {
              MessageSet received = Books.without(Books.without(flow.ok(), 21), 50);
              boolean twice = received.contains(40);
              flows.put(
                  name,
                  new BackendBook.BackendFlow(
                      new BackendBook.ReceiptCounts(flow.numbering().warmUp(received).size(), 0, 0),
                      new BackendBook.ReceiptCounts(
                          flow.numbering().measured(received).size() + (twice ? 1 : 0),
                          twice ? 1 : 0,
                          0),
                      Books.millis(3),
                      received,
                      twice
                          ? Map.of(
                              flow.numbering().turns().device(40),
                              new BackendBook.DeviceTrouble(1, 0))
                          : Map.of(),
                      40,
                      null,
                      null,
                      null));
            });
    return Books.backend(flows);
  }

  private static Result result(String... bounds) {
    return Result.join(
        device(groups()), backend(), List.of(bounds).stream().map(Threshold::parse).toList());
  }

  private static long sum(Result result, ToLongFunction<GroupResult> count) {
    return result.figures().groups().values().stream().mapToLong(count).sum();
  }

  private static void addsUp(
      Result result, ToLongFunction<GroupMessages> ofGroup, ToLongFunction<FlowResult> ofFlow) {
    Collection<FlowResult> flows = result.figures().flows().values();
    assertThat(sum(result, group -> ofGroup.applyAsLong(group.messages())))
        .isEqualTo(flows.stream().mapToLong(ofFlow).sum());
  }

  @Test
  void theSessionsOfTheGroupsAddUpToThoseOfTheFleet() {
    Result result = result();
    Connections fleet = result.figures().devices();
    assertThat(sum(result, GroupResult::sessions)).isEqualTo(fleet.asked()).isEqualTo(8);
    assertThat(sum(result, GroupResult::connected)).isEqualTo(fleet.connected()).isEqualTo(6);
    assertThat(sum(result, GroupResult::notConnected)).isEqualTo(fleet.notConnected());
    assertThat(sum(result, GroupResult::attempts)).isEqualTo(fleet.attempts());
    assertThat(sum(result, GroupResult::disconnects)).isEqualTo(fleet.disconnects());
    assertThat(sum(result, group -> group.connectTime().count()))
        .isEqualTo(fleet.connectTime().count());
    assertThat(sum(result, group -> group.reconnects().ends().sum()))
        .isEqualTo(fleet.reconnects().ends().sum())
        .isEqualTo(2);
    assertThat(sum(result, group -> group.reconnects().outstanding()))
        .isEqualTo(fleet.reconnects().outstanding());
    assertThat(sum(result, group -> group.failedBy().getOrDefault(REFUSED, 0L)))
        .isEqualTo(fleet.failedBy().get(REFUSED));
  }

  @Test
  void theMessagesOfTheGroupsAddUpToThoseOfTheFlows() {
    Result result = result();
    addsUp(result, each -> each.counts().scheduled(), each -> each.counts().scheduled());
    addsUp(result, each -> each.counts().sent(), each -> each.counts().sent());
    addsUp(result, each -> each.counts().ok(), each -> each.counts().ok());
    addsUp(result, each -> each.counts().failed(), each -> each.counts().failed());
    addsUp(result, each -> each.counts().notSent(), each -> each.counts().notSent());
    addsUp(result, GroupMessages::delivered, each -> each.ledger().messages().delivered());
    addsUp(result, GroupMessages::lost, each -> each.ledger().messages().lost());
    addsUp(result, GroupMessages::duplicate, each -> each.ledger().messages().duplicate());
    assertThat(sum(result, group -> group.messages().lost())).isEqualTo(4);
  }

  @Test
  void aGroupThatTheTargetRefusesIsSeenThoughTheFleetIsNearlyWhole() {
    Map<String, GroupResult> groups = result().figures().groups();
    GroupResult refused = groups.get("gateways");
    assertThat(refused.hasNoSession()).isTrue();
    assertThat(refused.notConnected()).isEqualTo(2);
    assertThat(refused.failedBy()).containsExactly(Map.entry(REFUSED, 4L));
    // 80 reports, and every fourth of 80 messages of telemetry.
    assertThat(refused.messages().counts().notSentBy())
        .containsExactly(Map.entry(NOT_CONNECTED, 100L));
    assertThat(refused.messages().counts().sent()).isZero();
    assertThat(groups.get("meters").hasNoSession()).isFalse();
    assertThat(groups.get("meters").messages().counts().notSent()).isZero();
  }

  @Test
  void thresholdsNameFiguresOfGroups() {
    assertThat(
            Books.ofProfile(
                result(
                    "groups.*.connected / groups.*.sessions >= 100%",
                    "groups.meters.messages.failed <= 1",
                    "groups.gateways.failedBy.transport.handshake == 0")))
        .extracting(ThresholdOutcome::figure, ThresholdOutcome::held)
        .containsExactly(
            tuple("groups.meters.connected / groups.meters.sessions", true),
            tuple("groups.gateways.connected / groups.gateways.sessions", false),
            tuple("groups.meters.messages.failed", true),
            tuple("groups.gateways.failedBy.transport.handshake", false));
  }

  @Test
  void theFiguresOfGroupsAreKnownBeforeTheRun() {
    FigureNames names =
        new FigureNames(
            List.of("telemetry"),
            List.of(),
            null,
            List.of("meters"),
            Map.of(),
            false,
            List.of(),
            List.of(),
            List.of());
    assertThat(names.has(Threshold.parse("groups.meters.notConnected == 0"))).isTrue();
    assertThat(names.has(Threshold.parse("groups.gateways.notConnected == 0"))).isFalse();
    assertThat(names.hasPerWindow(Threshold.parse("groups.meters.messages.sent > 0"))).isFalse();
  }

  @Test
  void aWorstDeviceSaysItsGroup() {
    assertThat(result().worstDevices())
        .extracting(WorstDevices.Device::group)
        .isNotEmpty()
        .containsOnly("meters");
    assertThat(Result.join(device(null), backend(), List.of()).worstDevices())
        .extracting(WorstDevices.Device::group)
        .containsOnlyNulls();
  }

  @Test
  void ofSessionsThatGroupsShareNothingIsSaidByGroup() {
    List<GroupBook> shared =
        groups().stream()
            .map(each -> new GroupBook(each.name(), each.first(), each.devices(), null, 0, 0))
            .toList();
    Result result = Result.join(device(shared), backend(), List.of());
    GroupResult gateways = result.figures().groups().get("gateways");
    assertThat(gateways.devices()).isEqualTo(2);
    assertThat(gateways.sessions()).isNull();
    assertThat(gateways.hasNoSession()).isFalse();
    assertThat(ResultFiles.tree(result).at("/groups/gateways").properties())
        .extracting(Map.Entry::getKey)
        .containsExactly("devices", "messages");
  }

  @Test
  void withoutABackendNothingIsSaidOfDelivery() {
    GroupMessages messages =
        Result.join(device(groups()), null, List.of()).figures().groups().get("meters").messages();
    assertThat(messages.counts().sent()).isEqualTo(140);
    assertThat(messages.delivered()).isNull();
    assertThat(messages.lost()).isNull();
    assertThat(messages.duplicate()).isNull();
  }

  @Test
  void whereNoDeviceOfAMessageIsKnownNoMessageIsCountedByGroup() {
    Map<String, DeviceBook.DeviceFlow> flows = flows();
    DeviceBook.DeviceFlow whole = flow(ALL);
    flows.put("telemetry", whole);
    DeviceBook book = device(groups());
    DeviceBook unsplit =
        new DeviceBook(
            book.version(),
            book.runId(),
            book.runName(),
            true,
            null,
            book.timeline(),
            book.devices(),
            flows,
            null,
            groups(),
            book.generatorBook());
    assertThat(
            Result.join(unsplit, backend(), List.of()).figures().groups().get("meters").messages())
        .isNull();
  }

  @Test
  void aBookIsReadBackWithItsGroups() throws Exception {
    ResultFiles.write(directory.resolve("book"), device(groups()));
    DeviceBook read = ResultFiles.read(directory.resolve("book"), DeviceBook.class);
    assertThat(ResultFiles.tree(Result.join(read, backend(), List.of())))
        .isEqualTo(ResultFiles.tree(result()));
    ResultFiles.write(directory.resolve("result"), result());
    assertThat(ResultFiles.read(directory.resolve("result"), Result.class).figures().groups())
        .isEqualTo(result().figures().groups());
  }

  @Test
  void aFleetWithoutGroupsHasNone() {
    assertThat(Result.join(Books.device(Books.senders()), null, List.of()).figures().groups())
        .isNull();
  }
}
