// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.profile;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.fleetload.hono.profile.HonoDevices.Protocol;
import io.fleetload.mqtt.session.MqttCause;
import io.fleetload.profile.Common;
import io.fleetload.profile.Coordination;
import io.fleetload.profile.DeviceGroup;
import io.fleetload.profile.Devices;
import io.fleetload.profile.Flow;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.Inline;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.profile.limit.ExpectedLimits;
import io.fleetload.quantity.Span;
import io.fleetload.results.limit.LimitKind;
import io.fleetload.results.run.Tenants;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The profile of a load test of Eclipse Hono: the one file that drives all tools. */
public record HonoProfile(
    @Inline Common common,
    @Doc("the Hono installation under test") HonoTarget target,
    @Doc("the tenant that all devices belong to; this, or tenants") Tenant tenant,
    @Doc(
            value = "several tenants that share the devices by their weights; instead of tenant",
            byDefault = "none")
        List<WeightedTenant> tenants,
    @Doc(value = "the fleet", required = true) HonoDevices devices,
    @Doc("gateways that send on behalf of the devices") Gateways gateways,
    @Doc("what provisioning writes beside names and keys") RegistryEntries registry,
    @Doc("the tenant's Kafka topics, as provisioning makes them") TopicSettings topics,
    @Doc(value = "the flows of messages, each by a name of your choice", required = true)
        Map<String, HonoFlow> flows)
    implements LoadProfile {

  /**
   * The tenant.
   *
   * @param id its identifier
   * @param shared whether we may write devices into it though another made it
   */
  public record Tenant(
      @Doc(
              value = "the tenant's identifier",
              required = true,
              form = Tenant.FORM,
              expected = Tenant.EXPECTED)
          String id,
      @Doc(
              value =
                  "whether provisioning may write devices into a tenant that someone else made;"
                      + " the tenant itself stays as it is",
              byDefault = "false")
          Boolean shared) {
    static final String FORM = "[a-zA-Z0-9._-]{1,120}";
    static final String EXPECTED =
        "letters, digits, dot, dash and underscore, as in names of Kafka's topics; 120 at most, as"
            + " in names of files";

    /** Fills in what the profile leaves open. */
    public Tenant {
      shared = shared != null && shared;
    }
  }

  /** Fills in what the profile leaves open. */
  public HonoProfile {
    tenants = tenants == null ? null : List.copyOf(tenants);
    target = target == null ? HonoTarget.embedded() : target;
    registry = (registry == null ? RegistryEntries.PLAIN : registry).completedFor(devices);
    topics = topics == null ? TopicSettings.PUBLISHED : topics;
    flows = Flow.inOrder(flows);
    Coordination place = common.coordination();
    common =
        common
            .meetingAt(place == null ? null : place.orAt(target.meeting()))
            .completed(flows.values(), LoadProfile.longestWait(waits(devices, flows)));
  }

  @Override
  @JsonIgnore
  public int sessions() {
    return gateways == null ? devices.count() : gateways.count();
  }

  /** Name of the device or the gateway that has the session. */
  public String sessionName(int session) {
    return gateways == null ? devices.name(session) : gateways.name(session);
  }

  @Override
  public Tenants sharedBy() {
    return tenants == null || tenants.isEmpty()
        ? Tenants.one(tenant == null ? "" : tenant.id())
        : new Tenants(
            tenants.stream()
                .map(each -> new Tenants.TenantShare(each.id(), each.weight()))
                .toList(),
            devices.groups().stream()
                .map(
                    each ->
                        new Tenants.FleetPart(
                            each.first(), ((HonoDevices) each.devices()).tenant()))
                .toList());
  }

  /** The same as they share the sessions: gateways are dealt to them by their weights. */
  public Tenants tenantsOfSessions() {
    return gateways == null ? sharedBy() : sharedBy().dealt();
  }

  /** The key of the profile that names a tenant; that of the one tenant for a further one. */
  public String keyOf(String tenantId) {
    int place = tenants == null ? -1 : tenantIds().indexOf(tenantId);
    return place < 0 ? "tenant" : "tenants[" + place + "]";
  }

  /** Returns whether devices may be written into a tenant that someone else made. */
  public boolean isShared(String tenantId) {
    return tenants == null
        ? tenant.shared()
        : tenants.stream().anyMatch(each -> each.id().equals(tenantId) && each.shared());
  }

  @Override
  @JsonIgnore
  public Map<String, HonoFlow> flowsByName() {
    return flows;
  }

  @Override
  public void check(ProfileChecks checks) {
    boolean canShare = new TenantChecks(this, checks).check();
    target.check(devices, checks);
    if (target.kind() == HonoTarget.Kind.EXTERNAL && devices.psk() != null) {
      devices.psk().checkForExternalTarget(checks);
    }
    Map<String, Integer> sizes = new HonoFlows(flows).check(this, checks);
    registry.check(tenantIds(), devices.protocols(), checks);
    if (devices.x509() != null) {
      registry.credentials().checkWithoutKeys(checks);
    }
    topics.check(target.kind(), checks);
    checkLimits(checks);
    ConnectionEvents.check(this, checks);
    if (gateways != null) {
      gateways.check(devices, checks);
    }
    for (DeviceGroup each : devices.groups()) {
      HonoDevices own = (HonoDevices) each.devices();
      checkGroup(each.path(), own, checks);
    }
    new NameRules(this).check(checks);
    if (canShare) {
      PeerLimits.check(this, sizes, checks);
    }
  }

  /** Notes what the devices of a group cannot have for themselves. */
  private void checkGroup(String path, HonoDevices own, ProfileChecks checks) {
    String whole = "write it at devices, for all groups";
    own.checkKeepAlive(path + ".keepAlive", checks);
    checks.when(own.stack() != devices.stack(), path + ".stack", whole);
    checks.when(
        !devices.naming().equals(devices.id()) && own.id().matches(".*[0-9]\\{index.*|.*}[0-9].*"),
        path + ".id",
        "write no digit beside {index}: a device of another group could have the same name");
    checks.when(!Objects.equals(own.x509(), devices.x509()), path + ".x509", whole);
    checks.when(
        own.protocol() != devices.protocol() && (gateways != null || devices.x509() != null),
        path + ".protocol",
        whole);
    boolean drawn = own.psk() != null && own.psk().random();
    checks.when(
        drawn != (devices.psk() != null && devices.psk().random()), path + ".psk.random", whole);
    checks.when(
        devices.stack() == HonoDevices.Stack.CALIFORNIUM && !own.dtls().equals(devices.dtls()),
        path + ".dtls",
        whole + ", or leave out devices.stack: californium");
    if (gateways != null) {
      String behind = "write it at devices: gateways have the sessions";
      checks.when(!Objects.equals(own.psk(), devices.psk()), path + ".psk", behind);
      checks.when(!own.dtls().equals(devices.dtls()), path + ".dtls", behind);
      checks.when(!own.keepAlive().equals(devices.keepAlive()), path + ".keepAlive", behind);
      checks.when(
          !own.connectionEvents().equals(devices.connectionEvents()),
          path + ".connectionEvents",
          behind);
    }
    if (own.psk() != null
        && target.kind() == HonoTarget.Kind.EXTERNAL
        && !own.psk().equals(devices.psk())) {
      own.psk()
          .checkForExternalTarget(
              (key, message) -> checks.problem(key.replaceFirst("^devices", path), message));
    }
  }

  /**
   * Hono answers a message above a tenant's data volume with 4.29 by CoAP and with 429 by HTTP; by
   * MQTT it ends the session without a reason. It limits sessions of MQTT alone, by a CONNACK with
   * 5.
   */
  @Override
  public Set<String> refusals(LimitKind kind) {
    Set<Protocol> spoken = devices.protocols();
    if (kind == LimitKind.CONNECTIONS) {
      return spoken.equals(Set.of(Protocol.MQTT))
          ? Set.of(MqttCause.NOT_AUTHORIZED.cause().key())
          : Set.of();
    }
    return spoken.contains(Protocol.MQTT) ? Set.of() : Set.of("protocol.4.29", "protocol.http.429");
  }

  /** The limits that provisioning writes into a tenant as the run expects them; null for none. */
  public ExpectedLimits limitsOf(String tenantId) {
    ExpectedLimits expected = expect();
    return expected == null || !expected.isOf(tenantId) ? null : expected;
  }

  private void checkLimits(ProfileChecks checks) {
    ExpectedLimits expected = expect();
    if (expected == null) {
      return;
    }
    RegistryEntries.Limits written = registry.tenant().limits();
    String again = "leave it out: provisioning writes the limit that %s says";
    checks.when(
        written != null && written.maxConnections() != null && expected.connections() != null,
        "registry.tenant.limits.maxConnections",
        again.formatted("expect.connections"));
    checks.when(
        written != null && written.monthlyBytes() != null && expected.bytes() != null,
        "registry.tenant.limits.monthlyBytes",
        again.formatted("expect.bytes"));
    checks.when(
        expected.bytes() != null && !Flow.of(HonoFlow.CommandQuery.class, flows).isEmpty(),
        "expect.bytes",
        "leave it out, or the flows of command queries: Hono counts the commands, too");
  }

  @Override
  public List<String> notes() {
    return new NameRules(this).notes();
  }

  /** Ids of the profile's tenants, in their order. */
  List<String> tenantIds() {
    return tenants != null
        ? tenants.stream().map(WeightedTenant::id).toList()
        : tenant == null ? List.of() : List.of(tenant.id());
  }

  @Override
  public Map<String, Span> waits() {
    return waits(devices, flows);
  }

  private static Map<String, Span> waits(Devices devices, Map<String, HonoFlow> flows) {
    Map<String, Span> waits = new LinkedHashMap<>();
    waits.put(devices.slowest().path() + ".timeout", devices.longestTimeout());
    Flow.of(HonoFlow.CommandQuery.class, flows).entrySet().stream()
        .max(Comparator.comparingLong(each -> each.getValue().ttd().nanos()))
        .ifPresent(each -> waits.put("flows." + each.getKey() + ".ttd", each.getValue().ttd()));
    return waits;
  }
}
