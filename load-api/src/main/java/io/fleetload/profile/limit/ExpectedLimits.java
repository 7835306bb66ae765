// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.limit;

import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.Rate;
import io.fleetload.quantity.Size;
import io.fleetload.quantity.Span;
import io.fleetload.results.limit.LimitKind;
import io.fleetload.results.run.Tenants;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Limits of a tenant above which the target is to refuse, so that these refusals are tested. */
public record ExpectedLimits(
    @Doc(
            value =
                "messages a second of each tenant; the target refuses those above; this, or bytes",
            byDefault = "no such limit")
        Rate messages,
    @Doc(
            value =
                "payload of each tenant from the begin of the run; the target refuses every message"
                    + " above",
            byDefault = "no such limit")
        Size bytes,
    @Doc(
            value = "sessions of each tenant at a time; the target refuses those above",
            byDefault = "no such limit",
            least = 1,
            most = Integer.MAX_VALUE)
        Integer connections,
    @Doc(
            value =
                "how late the target may take notice of what it counts; later, an acceptance above"
                    + " the limit crosses a threshold",
            byDefault = "2m")
        Span within,
    @Doc(value = "the tenants that have the limits", byDefault = "all") List<String> of) {

  private static final Span WITHIN = Span.parse("2m");

  /** Fills in what the profile leaves open. */
  public ExpectedLimits {
    within = within == null ? WITHIN : within;
    of = of == null ? List.of() : List.copyOf(of);
  }

  /** The limits by what they limit: messages a second, bytes, or sessions at a time. */
  public Map<LimitKind, Double> limits() {
    Map<LimitKind, Double> limits = new EnumMap<>(LimitKind.class);
    if (messages != null) {
      limits.put(LimitKind.MESSAGES, messages.perSecond());
    }
    if (bytes != null) {
      limits.put(LimitKind.BYTES, (double) bytes.bytes());
    }
    if (connections != null) {
      limits.put(LimitKind.CONNECTIONS, (double) connections);
    }
    return limits;
  }

  /** Returns whether a tenant has the limits. */
  public boolean isOf(String tenant) {
    return of.isEmpty() || of.contains(tenant);
  }

  /**
   * Notes what cannot be expected of the system that a profile is for.
   *
   * @param refusals keys of the causes that say that a limit refused
   * @param tenants the tenants of the profile
   */
  public void check(
      Function<LimitKind, Set<String>> refusals, Tenants tenants, ProfileChecks checks) {
    checks.when(limits().isEmpty(), "expect", "add messages, bytes or connections");
    checks.when(
        messages != null && bytes != null,
        "expect.bytes",
        "leave out this or expect.messages: no answer says which of the two refused a message");
    for (LimitKind kind : limits().keySet()) {
      checks.when(
          refusals.apply(kind).isEmpty(),
          "expect." + kind.key(),
          "leave it out: no answer to these devices says that such a limit refused them");
    }
    List<String> ids = tenants.shares().stream().map(Tenants.TenantShare::id).toList();
    for (int i = 0; i < of.size(); i++) {
      checks.when(
          !ids.contains(of.get(i)),
          "expect.of[" + i + "]",
          "found \"%s\", expected a tenant of the profile: %s"
              .formatted(of.get(i), String.join(", ", ids)));
    }
  }
}
