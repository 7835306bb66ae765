// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.hono.name.DeviceKeys;
import java.util.List;
import java.util.Map;
import org.eclipse.hono.service.management.credentials.CommonCredential;
import org.eclipse.hono.service.management.credentials.PskCredential;
import org.eclipse.hono.service.management.device.Device;
import org.eclipse.hono.service.management.tenant.Tenant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A fleet behind the registry's management API. */
class ManagedProvisioningTest {
  private static final String DEVICE = "tload_tests/device-1";

  private final HonoRegistry registry = new HonoRegistry();

  @AfterEach
  void close() {
    registry.close();
  }

  private OneRun run() {
    return new OneRun(null).with(registry.override());
  }

  private OneRun applied() {
    OneRun run = run();
    assertThat(run.apply()).as(run.said::toString).isZero();
    return run;
  }

  private PskCredential psk() {
    List<CommonCredential> all = registry.store.credentials.get(DEVICE);
    assertThat(all).hasSize(1);
    return (PskCredential) all.get(0);
  }

  @Test
  void honoUnderstandsWhatIsWrittenAndTheKeysAreTheDevices() throws Exception {
    OneRun run = applied();

    assertThat(run.said)
        .anyMatch(line -> line.contains("devices: 3 created, 0 updated, 0 unchanged"));
    assertThat(registry.store.tenants.get("tload_tests").getAdapters())
        .extracting(each -> each.getType())
        .containsExactly("hono-coap");
    assertThat(registry.store.devices.get(DEVICE).isEnabled()).isTrue();
    assertThat(psk().getAuthId()).isEqualTo("device-1");
    assertThat(psk().getSecrets().get(0).getKey())
        .isEqualTo(new DeviceKeys(run.profile().devices().psk()).of("device-1"));
  }

  @Test
  void repeatingWritesNothing() {
    applied();
    int before = registry.store.writes.get();
    OneRun again = applied();

    assertThat(registry.store.writes).hasValue(before);
    assertThat(again.said)
        .anyMatch(line -> line.contains("devices: 0 created, 0 updated, 3 unchanged"));
    OneRun verified = run();
    assertThat(verified.run(Provisioning::verify)).as(verified.said::toString).isZero();
    assertThat(verified.check()).isZero();
  }

  @Test
  void anotherSecretIsSeenThoughTheRegistryNeverShowsAKey() throws Exception {
    applied();
    OneRun other = run().with("devices.psk.derivedFrom=other");
    assertThat(other.check()).isEqualTo(3);
    assertThat(other.lastSaid()).contains("3 devices differ", "device-0");
    other.holds("a registry over HTTP: other keys");

    assertThat(other.apply()).as(other.said::toString).isZero();
    assertThat(psk().getSecrets().get(0).getKey())
        .isEqualTo(new DeviceKeys(other.profile().devices().psk()).of("device-1"));
    assertThat(other.check()).isZero();
  }

  @Test
  void aDisabledDeviceIsMendedAndAMissingOneMadeAndThePlanSaysSo() {
    applied();
    registry.store.devices.get(DEVICE).setEnabled(false);
    registry.store.devices.remove("tload_tests/device-2");
    registry.store.credentials.remove("tload_tests/device-2");
    int before = registry.store.writes.get();

    OneRun run = run();
    assertThat(run.run(each -> each.plan(false))).isZero();
    assertThat(run.said)
        .anyMatch(line -> line.endsWith("devices: 1 to create, 1 to update, 1 unchanged"));
    assertThat(registry.store.writes).hasValue(before);
    assertThat(run.run(Provisioning::verify)).isEqualTo(3);
    assertThat(run.said).anyMatch(line -> line.contains("1 of 3 devices missing"));

    assertThat(run.apply()).isZero();
    assertThat(registry.store.devices.get(DEVICE).isEnabled()).isTrue();
    assertThat(registry.store.devices).hasSize(3);
  }

  @Test
  void theSettingsOfTenantDeviceAndCredentialsStay() {
    String settings =
        "registry={tenant: {ext: {site: b}, limits: {maxConnections: 9, monthlyBytes: 1000}},"
            + " device: {defaults: {content-type: text/plain}},"
            + " credentials: {password: sha-256, former: 1, notBefore: '2026-01-01T00:00:00Z'}}";
    OneRun first = run().with(settings);
    assertThat(first.apply()).as(first.said::toString).isZero();
    int before = registry.store.writes.get();

    OneRun again = run().with(settings);
    assertThat(again.apply()).as(again.said::toString).isZero();
    assertThat(registry.store.writes).hasValue(before);
  }

  @Test
  void theVolumeThatTheRunExpectsStays() {
    String[] overrides = {"flows={telemetry: {rate: 3/s}}", "expect={bytes: 200KiB}"};
    assertThat(run().with(overrides[0]).with(overrides[1]).apply()).isZero();
    int before = registry.store.writes.get();

    assertThat(run().with(overrides[0]).with(overrides[1]).apply()).isZero();
    assertThat(registry.store.writes).hasValue(before);
  }

  @Test
  void whatOthersWroteIsRefusedBeforeTheFirstWrite() {
    registry.store.tenants.put("tload_tests", new Tenant());
    OneRun run = run();
    assertThat(run.apply()).isEqualTo(3);
    assertThat(run.lastSaid()).contains("not written by provisioning");
    run.holds("a registry over HTTP: a tenant of another owner");

    registry.store.devices.put(DEVICE, new Device());
    registry.store.credentials.put(DEVICE, List.of());
    OneRun shared = run().with("tenant.shared=true");
    assertThat(shared.apply()).isEqualTo(3);
    assertThat(shared.lastSaid()).contains("1 devices in", "device-1");
    shared.holds("a registry over HTTP: devices of another owner");
    assertThat(registry.store.writes).hasValue(0);
  }

  @Test
  void aRemovalTakesOutWhatWeWroteAndTheTenantWithIt() {
    OneRun run = applied();
    registry.store.devices.put("tload_tests/other", new Device());
    assertThat(run.run(each -> each.remove(false))).as(run.said::toString).isZero();
    assertThat(run.lastSaid()).contains("3 removed", "kept");
    run.holds("a registry over HTTP: remove where there are other devices");
    assertThat(registry.store.credentials).isEmpty();

    registry.store.devices.clear();
    assertThat(run.run(each -> each.remove(false))).isZero();
    assertThat(registry.store.tenants).isEqualTo(Map.of());
  }

  @Test
  void aBusyRegistryIsAskedAgainAndOneThatStaysBusyIsOneLine() {
    registry.store.busy.set(2);
    applied();
    registry.store.busy.set(1_000);
    OneRun run = run();
    assertThat(run.check()).isEqualTo(3);
    assertThat(run.lastSaid()).contains("GET /v1/tenants/tload_tests", "503");
    run.holds("a registry over HTTP: status 503");
  }

  @Test
  void aWrongPasswordAndARegistryThatIsNotThereAreOneLineEachWithoutThePassword() {
    OneRun wrong = new OneRun(null).with(registry.override().replace("geheim-0815", "guess"));
    assertThat(wrong.apply()).isEqualTo(3);
    assertThat(wrong.lastSaid()).contains("(target.registry.user)", "401").doesNotContain("guess");
    wrong.holds("a registry over HTTP: a wrong password");
    OneRun away = new OneRun(null).with("target.registry={url: 'http://127.0.0.1:1'}");
    assertThat(away.apply()).isEqualTo(3);
    assertThat(away.lastSaid())
        .contains("http://127.0.0.1:1 ", "(target.registry.url)", "connection refused");
    away.holds("a registry over HTTP: nothing listens");
  }

  @Test
  void gatewaysAndTheDevicesBehindThemAreMade() {
    OneRun run = run().with("gateways={count: 1}");
    assertThat(run.apply()).as(run.said::toString).isZero();

    assertThat(registry.store.devices).hasSize(4);
    assertThat(registry.store.devices.get(DEVICE).getVia()).hasSize(1);
    assertThat(registry.store.credentials.get(DEVICE)).isEmpty();
    assertThat(run.check()).as(run.said::toString).isZero();
  }

  @Test
  void asManyRequestsAreUnderWayAsTheProfileSaysAndNoMore() {
    registry.hold(3);
    OneRun run =
        new OneRun(null).with(registry.override(", requests: 3")).with("devices.count=200");
    assertThat(run.apply()).as(run.said::toString).isZero();

    assertThat(registry.most).hasValue(3);
    assertThat(registry.store.devices).hasSize(200);
  }

  @Test
  void aDeviceThatIsThereByTheTimeItIsCreatedIsOursOrRefused() {
    applied();
    int before = registry.store.writes.get();
    registry.store.hide(DEVICE);
    OneRun again = applied();
    assertThat(again.said)
        .anyMatch(line -> line.contains("devices: 0 created, 0 updated, 3 unchanged"));
    assertThat(registry.store.writes).as("the refused creation").hasValue(before + 1);

    registry.store.devices.put(DEVICE, new Device());
    registry.store.hide(DEVICE);
    OneRun other = run();
    assertThat(other.apply()).isEqualTo(3);
    assertThat(other.lastSaid()).contains(" device-1 ");
    other.holds("a registry over HTTP: somebody else made a device just now");
  }

  @Test
  void aChangeOfSomebodyElseIsNotOverwritten() {
    applied();
    registry.store.devices.get(DEVICE).setEnabled(false);
    registry.store.overtaken.set(1);
    OneRun run = run();
    assertThat(run.apply()).isEqualTo(3);
    assertThat(run.lastSaid()).contains("/v1/devices/tload_tests/device-1");
    run.holds("a registry over HTTP: somebody else changed a device just now");
    assertThat(registry.store.devices.get(DEVICE).isEnabled()).isFalse();

    assertThat(run.apply()).isZero();
    assertThat(registry.store.devices.get(DEVICE).isEnabled()).isTrue();
  }

  @Test
  void anAuthIdOfAnotherDeviceAndANameThatHonoRefusesAreOneLineEach() {
    registry.store.owners.put("tload_tests/device-1", "tload_tests/other");
    OneRun run = run();
    assertThat(run.apply()).isEqualTo(3);
    assertThat(run.lastSaid()).contains("auth-id").endsWith("device-1");
    run.holds("a registry over HTTP: the auth-id of another device");

    registry.store.owners.clear();
    registry.allowOnly("[0-9]+");
    assertThat(run.apply()).isEqualTo(3);
    assertThat(run.lastSaid()).contains("GET /v1/devices/tload_tests/device-", "400");
  }

  @Test
  void anInstallationWithItsOwnPatternGetsTheNamesThatOnlyTheDefaultRefuses() throws Exception {
    String name = "plant/line a+b%2F\u00e4-";
    registry.allowOnly("[^@]+");
    OneRun run = run().with("devices.id='" + name + "{index}'");
    assertThat(run.apply()).as(run.said::toString).isZero();
    assertThat(run.check()).as(run.said::toString).isZero();

    assertThat(registry.store.devices).containsKey("tload_tests/" + name + "2");
    assertThat(((PskCredential) registry.store.credentials.get("tload_tests/" + name + "2").get(0)))
        .extracting(CommonCredential::getAuthId)
        .isEqualTo(name + "2");
  }
}
