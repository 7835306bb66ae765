// SPDX-License-Identifier: EPL-2.0
package io.fleetload.echo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.driver.Arrival;
import io.fleetload.driver.ArrivalBook;
import io.fleetload.driver.BackendDriver;
import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Flaw;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.health.BackendWatch;
import io.fleetload.process.StopSignal;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.scenario.Scenario;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EchoPackTest {
  private static Scenario read(String profile, String... overrides) throws ProfileException {
    return Scenario.read(Path.of("profiles", profile), List.of(overrides), Map.of());
  }

  @ParameterizedTest
  @ValueSource(strings = {"quickstart.yaml", "stream.yaml"})
  void itsProfilesAreReadAsItsOwn(String profile) throws Exception {
    assertThat(read(profile).pack()).isInstanceOf(EchoPack.class);
  }

  @Test
  void whatItCannotDoIsRefusedAtTheKeyThatAsksForIt() {
    assertThatThrownBy(() -> read("quickstart.yaml", "devices.life.rebind=10%/m"))
        .isInstanceOf(ProfileException.class)
        .hasMessageContainingAll("devices.life.rebind: ", "\"echo\"");
    assertThatThrownBy(() -> read("quickstart.yaml", "backend=false"))
        .isInstanceOf(ProfileException.class)
        .hasMessageContaining("flows.ask: needs");
    assertThatThrownBy(() -> read("stream.yaml", "store=true"))
        .isInstanceOf(ProfileException.class)
        .hasMessageContaining("store: needs");
    assertThatThrownBy(() -> read("quickstart.yaml", "target.forgets=5"))
        .isInstanceOf(ProfileException.class)
        .hasMessageContaining("target.forgets: needs");
    assertThatThrownBy(() -> read("stream.yaml", "coordination={directory: meet}"))
        .isInstanceOf(ProfileException.class)
        .hasMessageContaining("coordination.backend: expected false");
  }

  @Test
  void stepsThatCannotBeTakenOrNumberedAreRefusedAtTheFlowThatTheyFollow() {
    String users = "flows={echo: {closed: {users: 100, iterations: 30000}}, again: {times: 1000}}";
    assertThatThrownBy(() -> read("quickstart.yaml", users))
        .isInstanceOf(ProfileException.class)
        .hasMessageContainingAll(
            "flows.echo.closed.iterations: ", "30000", "100 users", "1610612 ", " 1000 ");
    assertThatThrownBy(
            () -> read("quickstart.yaml", "flows={echo: {rate: 4000/s}, again: {times: 1000}}"))
        .isInstanceOf(ProfileException.class)
        .hasMessageContainingAll("flows: ", "4004000/s");
    assertThatThrownBy(
            () ->
                read(
                    "quickstart.yaml",
                    "phases.measure=60m",
                    "flows={echo: {rate: 900/s}, again: {times: 1000}}"))
        .isInstanceOf(ProfileException.class)
        .hasMessageContainingAll("2147483 messages", " 1000 messages");
    assertThatThrownBy(() -> read("quickstart.yaml", "flows={ask: {rate: 1/s}, again: {}}"))
        .isInstanceOf(ProfileException.class)
        .hasMessageContainingAll("flows.again: ", "\"echo\"", "ask");
  }

  @Test
  void aStepIsAFlowOfTheResultAndOfTheThresholds() throws Exception {
    Scenario open =
        read("quickstart.yaml", "flows.again={times: 3}", "thresholds=[flows.again.achieved > 0]");
    assertThat(open.defaultThresholds()).isNotEmpty();
    assertThatThrownBy(
            () ->
                read(
                    "quickstart.yaml",
                    "flows={echo: {closed: {users: 5}}, again: {times: 3}}",
                    "thresholds=[flows.again.achieved > 0]"))
        .isInstanceOf(ProfileException.class)
        .hasMessageContainingAll("thresholds[0]: ", "closed flow");
  }

  @Test
  void whoeverConnectsWithoutAServerIsToldSo() throws Exception {
    int port;
    try (EchoServer server = new EchoServer()) {
      port = Integer.parseInt(server.address().split(":")[1]);
    }
    Events events = new Events();
    try (DeviceDriver devices = devices("127.0.0.1:" + port)) {
      devices.loop().execute(() -> devices.link(0).connect(events));
      assertThat(events.next()).isEqualTo("failed transport.unreachable");
    }
  }

  @Test
  void aMessageComesBackAsOftenAsTheProfileSays() throws Exception {
    Events events = new Events();
    try (EchoServer server = new EchoServer();
        DeviceDriver devices = devices(server.address(), "flows.echo.responses=3")) {
      devices.loop().execute(() -> devices.link(0).connect(events));
      assertThat(events.next()).isEqualTo("opened");
      devices.loop().execute(() -> devices.link(0).send(message(), events));
      assertThat(List.of(events.next(), events.next(), events.next(), events.next()))
          .containsExactly("responded", "responded", "responded", "succeeded");
      devices.loop().execute(() -> devices.link(0).lose(Cause.Transport.DISCONNECTED));
      devices.loop().execute(() -> devices.link(0).send(message(), events));
      assertThat(events.next()).isEqualTo("failed transport.disconnected");
    }
  }

  @Test
  void whatTheServerDidNotStoreIsReceivedAndNotRead() throws Exception {
    Events events = new Events();
    Noted noted = new Noted();
    try (EchoServer server = new EchoServer(n -> n % 3 != 0, n -> true);
        DeviceDriver devices = devices(server.address());
        BackendDriver.Reception reception = reception(server.address(), noted, "store=true")) {
      devices.loop().execute(() -> devices.link(0).connect(events));
      assertThat(events.next()).isEqualTo("opened");
      for (int n = 0; n < 5; n++) {
        Message message = message(n);
        devices.loop().execute(() -> devices.link(0).send(message, events));
        assertThat(List.of(events.next(), events.next())).containsExactly("responded", "succeeded");
      }
      assertThat(reception.catchUp(() -> {})).isEmpty();
    }
    assertThat(noted.received).containsExactly(0, 1, 2, 3, 4);
    assertThat(noted.stored).containsExactly(0, 1, 3, 4);
  }

  @Test
  void aBodyOfTheUsersOwnComesWithTheRowOfItsDevice(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("cars.csv");
    Files.writeString(file, "id,plate\n007,\"Ü 1\n2\"\n1E5,x\n");
    String data = "data.cars={file: '" + file + "', per: device, order: circular}";
    String text = "flows.echo.body=\"{{stamp}} {{cars.id}} of {{device}}: {{cars.plate}}\"";
    Events events = new Events();
    Noted noted = new Noted();
    try (EchoServer server = new EchoServer(n -> true, n -> true);
        DeviceDriver devices = devices(server.address(), data, text);
        BackendDriver.Reception reception =
            reception(server.address(), noted, "store=true", data, text)) {
      devices.loop().execute(() -> devices.link(0).connect(events));
      assertThat(events.next()).isEqualTo("opened");
      Stamp stamp = message(3).stamp();
      byte[] body =
          read("quickstart.yaml", data, text)
              .run()
              .flows()
              .get(0)
              .body(device -> "device-" + device, 0, stamp);
      assertThat(body)
          .asString(StandardCharsets.UTF_8)
          .isEqualTo(stamp.text() + " 007 of device-0: Ü 1 2");
      Message message = new Message("echo", 0, 3, stamp, null, body);
      devices.loop().execute(() -> devices.link(0).send(message, events));
      assertThat(List.of(events.next(), events.next())).containsExactly("responded", "succeeded");
      assertThat(reception.catchUp(() -> {})).isEmpty();
    }
    assertThat(noted.received).containsExactly(3);
    assertThat(noted.stored).containsExactly(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "flows.echo.body=hello | flows.echo.body: needs one {{stamp}}",
        "flows.echo.body=\"{{stamp}} {{cars.id}}\" | unknown placeholder {{cars.id}}",
        "data.cars={file: none.csv} | data.cars.file: ",
      })
  void aBodyThatCannotBeSentIsOneLine(String override, String says) {
    assertThatThrownBy(() -> read("quickstart.yaml", override))
        .isInstanceOf(ProfileException.class)
        .hasMessageContaining(says);
  }

  @Test
  void eachListenerIsToldOfEveryMessageButTheOneThatIsLeftOut() throws Exception {
    Events events = new Events();
    Noted noted = new Noted();
    try (EchoServer server = new EchoServer(n -> false, n -> n != 2);
        DeviceDriver devices = devices(server.address());
        BackendDriver.Reception reception =
            reception(server.address(), noted, "store=false", "listeners=3")) {
      devices.loop().execute(() -> devices.link(0).connect(events));
      assertThat(events.next()).isEqualTo("opened");
      for (int n = 0; n < 3; n++) {
        Message message = message(n);
        devices.loop().execute(() -> devices.link(0).send(message, events));
        assertThat(List.of(events.next(), events.next())).containsExactly("responded", "succeeded");
      }
      assertThat(reception.catchUp(() -> {})).isEmpty();
    }
    assertThat(noted.receivedAt)
        .containsExactlyInAnyOrder(
            "0 at 0", "1 at 0", "2 at 0", "0 at 1", "2 at 1", "0 at 2", "1 at 2", "2 at 2");
  }

  @Test
  void severalListenersAreSeveralReceiversOfEveryFlow() throws Exception {
    Scenario three = read("quickstart.yaml", "listeners=3", "flows.again={}");
    assertThat(three.flows().receivers())
        .isEqualTo(Map.of("echo", 3, "again", 3, "ask", 3, "answer", 3));
    Scenario one = read("quickstart.yaml");
    assertThat(one.flows().receivers().values()).containsOnly(1);
    assertThat(read("stream.yaml").flows().receivers().values()).containsOnly(1);
  }

  @Test
  void listenersNeedABackendAndWhatIsNotToldAListenerThatLacksIt() {
    assertThatThrownBy(() -> read("stream.yaml", "listeners=2"))
        .isInstanceOf(ProfileException.class)
        .hasMessageContaining("listeners: needs");
    assertThatThrownBy(() -> read("quickstart.yaml", "target.misses=5"))
        .isInstanceOf(ProfileException.class)
        .hasMessageContainingAll("target.misses: ", "listeners: 2");
    assertThatThrownBy(() -> read("quickstart.yaml", "thresholds=[ledger.deliveries.lost == 0]"))
        .isInstanceOf(ProfileException.class)
        .hasMessageContaining("ledger.deliveries.lost");
  }

  private static BackendDriver.Reception reception(String server, Noted noted, String... overrides)
      throws Exception {
    String[] all = java.util.Arrays.copyOf(overrides, overrides.length + 1);
    all[overrides.length] = "target.server=" + server;
    Scenario scenario = read("quickstart.yaml", all);
    return scenario
        .backend(RunClock.system(), new StopSignal())
        .open(noted, new BackendWatch(scenario.profile().generator()));
  }

  private static DeviceDriver devices(String server, String... overrides) throws Exception {
    String[] all = java.util.Arrays.copyOf(overrides, overrides.length + 1);
    all[overrides.length] = "target.server=" + server;
    return read("quickstart.yaml", all).run().devices(ShardDevices.all(100), RunClock.system());
  }

  private static Message message() {
    return message(7);
  }

  private static Message message(int n) {
    Stamp stamp = new Stamp(RunId.parse("1f"), "echo", Period.MEASURED, 0, n, 1, 2);
    return new Message("echo", 0, n, stamp, null, stamp.text().getBytes(StandardCharsets.US_ASCII));
  }

  /** The numbers of what a backend received and found in the store. */
  private static final class Noted implements ArrivalBook {
    private final List<Integer> received = new ArrayList<>();
    private final List<String> receivedAt = new ArrayList<>();
    private final List<Integer> stored = new ArrayList<>();

    @Override
    public RunId runId() {
      return RunId.parse("1f");
    }

    @Override
    public Arrival arrived(Stamp stamp, long at, int receiver) {
      received.add(stamp.n());
      receivedAt.add(stamp.n() + " at " + receiver);
      return Arrival.FIRST;
    }

    @Override
    public Arrival stored(Stamp stamp) {
      stored.add(stamp.n());
      return Arrival.FIRST;
    }

    @Override
    public void flawed(Stamp stamp, Flaw flaw) {
      throw new AssertionError(stamp + " is " + flaw);
    }

    @Override
    public void storedFlawed(Stamp stamp, Flaw flaw) {
      throw new AssertionError(stamp + " is stored " + flaw);
    }

    @Override
    public void unstamped() {}

    @Override
    public void foreign() {}

    @Override
    public void written(String flow, int n) {}

    @Override
    public void writeUnknown(String flow, int n) {}

    @Override
    public void writeFailed(String flow, String cause) {}

    @Override
    public void refused(String flow, RunId run, int n) {}
  }

  /** What comes of exchanges, in its order. */
  private static final class Events implements DeviceLink.Exchange {
    private final BlockingQueue<String> all = new LinkedBlockingQueue<>();

    String next() throws InterruptedException {
      return all.poll(120, TimeUnit.SECONDS);
    }

    @Override
    public void opened(Set<String> traits) {
      all.add("opened");
    }

    @Override
    public void responded() {
      all.add("responded");
    }

    @Override
    public void succeeded(Inbound inbound) {
      all.add("succeeded");
    }

    @Override
    public void failed(Cause cause) {
      all.add("failed " + cause.key());
    }
  }
}
