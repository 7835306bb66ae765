// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.limit;

import io.fleetload.driver.Cause;
import io.fleetload.driver.RunClock;
import io.fleetload.profile.Carriers;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.limit.ExpectedLimits;
import io.fleetload.results.limit.LimitBook;
import io.fleetload.results.limit.LimitKind;
import io.fleetload.results.run.Tenants;
import io.fleetload.simulator.limit.LimitCounts.Event;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Counts of messages and sessions beside the limits that the profile expects of the target, and of
 * its refusals. Whether a refusal was below the limit is judged over all processes, from the book.
 * All calls come from one thread.
 */
public final class LimitMeter {
  private static final long NANOS = 1_000_000_000L;

  private final List<LimitKind> kinds;
  private final Tenants ofDevices;
  private final Tenants ofSessions;
  private final Carriers carriers;
  private final ExpectedLimits expected;
  private final RunClock clock;

  /** Keys of the causes by which the target refuses. */
  private final Set<String> ofMessages;

  private final Set<String> ofConnections;

  /** By kind and tenant; null for a tenant that has no limit. */
  private final Map<LimitKind, LimitCounts[]> counts = new EnumMap<>(LimitKind.class);

  private final BitSet openedOnce = new BitSet();
  private final BitSet keptOut = new BitSet();

  LimitMeter(
      ExpectedLimits expected,
      Function<LimitKind, Set<String>> refusals,
      Carriers carriers,
      RunClock clock) {
    this.expected = expected;
    this.kinds = List.copyOf(expected.limits().keySet());
    this.carriers = carriers;
    this.ofDevices = carriers.tenants();
    this.ofSessions = carriers.tenantsOfSessions();
    this.clock = clock;
    Set<String> messages = Set.of();
    for (LimitKind kind : kinds) {
      LimitCounts[] ofTenants = new LimitCounts[ofDevices.count()];
      for (int tenant = 0; tenant < ofTenants.length; tenant++) {
        ofTenants[tenant] = expected.isOf(ofDevices.id(tenant)) ? new LimitCounts() : null;
      }
      counts.put(kind, ofTenants);
      messages = kind.isOfMessages() ? refusals.apply(kind) : messages;
    }
    this.ofMessages = messages;
    this.ofConnections = refusals.apply(LimitKind.CONNECTIONS);
  }

  /** A meter of a profile that expects no limit. */
  public static LimitMeter none() {
    return new LimitMeter(
        new ExpectedLimits(null, null, null, null, null),
        kind -> Set.of(),
        new Carriers(Tenants.one(""), 1, 1),
        RunClock.system());
  }

  /** The meter of a profile. */
  public static LimitMeter of(LoadProfile profile, Carriers carriers, RunClock clock) {
    return profile.expect() == null
        ? none()
        : new LimitMeter(profile.expect(), profile::refusals, carriers, clock);
  }

  /** A message of a device was handed to the wire, with so many bytes of payload. */
  public void sent(int device, int bytes, long nanos) {
    ofMessage(device, Event.BEGUN, bytes, nanos);
  }

  /** A message of a device went well. */
  public void ok(int device, int bytes, long sentNanos, long nanos) {
    ofMessage(device, Event.CONFIRMED, bytes, nanos);
    for (LimitKind kind : kinds) {
      LimitCounts tenant = kind.isOfMessages() ? counts(kind, ofDevices, device) : null;
      if (tenant != null) {
        tenant.add(Event.ACCEPTED, second(sentNanos), 1);
      }
    }
  }

  /** The message of a flow with that number failed; returns the cause for the books. */
  public Cause failed(String flow, int n, int device, Cause cause, long nanos) {
    Cause booked = cause;
    for (LimitKind kind : kinds) {
      LimitCounts tenant = kind.isOfMessages() ? counts(kind, ofDevices, device) : null;
      if (tenant != null && cause instanceof Cause.Protocol why && ofMessages.contains(why.key())) {
        tenant.add(Event.REFUSED, second(nanos), 1);
        tenant.refused(flow, n);
        booked = new Cause.Refusal(why.code());
      }
    }
    return booked;
  }

  /** An attempt at a session begins. */
  public void attempt(int session, long nanos) {
    LimitCounts tenant = counts(LimitKind.CONNECTIONS, ofSessions, session);
    if (tenant != null) {
      tenant.add(Event.BEGUN, second(nanos), 1);
    }
  }

  /** A session opened. */
  public void opened(int session, long sinceNanos, long nanos) {
    LimitCounts tenant = counts(LimitKind.CONNECTIONS, ofSessions, session);
    if (tenant != null) {
      tenant.add(Event.CONFIRMED, second(nanos), 1);
      tenant.add(Event.ACCEPTED, second(sinceNanos), 1);
      openedOnce.set(session);
      keptOut.clear(session);
    }
  }

  /** An attempt at a session failed; returns the cause for the books. */
  public Cause notOpened(int session, Cause cause, long nanos) {
    LimitCounts tenant = counts(LimitKind.CONNECTIONS, ofSessions, session);
    if (tenant == null) {
      return cause;
    }
    tenant.add(Event.OVER, second(nanos), 1);
    boolean refused = cause instanceof Cause.Protocol && ofConnections.contains(cause.key());
    keptOut.set(session, refused && !openedOnce.get(session));
    if (!refused) {
      return cause;
    }
    tenant.add(Event.REFUSED, second(nanos), 1);
    return new Cause.Refusal(((Cause.Protocol) cause).code());
  }

  /** A session that was open ended. */
  public void ended(int session, long nanos) {
    LimitCounts tenant = counts(LimitKind.CONNECTIONS, ofSessions, session);
    if (tenant != null) {
      tenant.add(Event.OVER, second(nanos), 1);
      tenant.add(Event.ENDED, second(nanos), 1);
    }
  }

  /** Returns whether a limit keeps a device's session out that never opened. */
  public boolean keepsOut(int device) {
    return !keptOut.isEmpty() && keptOut.get(carriers.session(device));
  }

  /** An independent copy of the books so far; null if the profile expects no limit. */
  public List<LimitBook> snapshot() {
    if (kinds.isEmpty()) {
      return null;
    }
    Map<LimitKind, Double> limits = expected.limits();
    List<LimitBook> books = new ArrayList<>();
    for (LimitKind kind : kinds) {
      for (int tenant = 0; tenant < ofDevices.count(); tenant++) {
        if (counts.get(kind)[tenant] != null) {
          books.add(
              new LimitBook(
                  kind,
                  ofDevices.id(tenant),
                  limits.get(kind),
                  expected.within().nanos() / (double) NANOS,
                  kind == LimitKind.CONNECTIONS ? keptOut(tenant) : 0,
                  counts.get(kind)[tenant].refused(),
                  counts.get(kind)[tenant].snapshot()));
        }
      }
    }
    return List.copyOf(books);
  }

  private long keptOut(int tenant) {
    return keptOut.stream().filter(session -> ofSessions.of(session) == tenant).count();
  }

  private void ofMessage(int device, Event event, int bytes, long nanos) {
    for (LimitKind kind : kinds) {
      LimitCounts tenant = kind.isOfMessages() ? counts(kind, ofDevices, device) : null;
      if (tenant != null) {
        tenant.add(event, second(nanos), kind == LimitKind.BYTES ? bytes : 1);
      }
    }
  }

  /** The counts of the tenant that a device or a session is of; null if it has no limit. */
  private LimitCounts counts(LimitKind kind, Tenants tenants, int index) {
    LimitCounts[] ofTenants = counts.get(kind);
    return ofTenants == null ? null : ofTenants[tenants.of(index)];
  }

  private long second(long nanos) {
    return clock.epochNanos(nanos) / NANOS;
  }
}
