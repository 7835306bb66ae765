// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import io.fleetload.hono.profile.ManagementApi;
import io.fleetload.hono.registry.ManagedFleet;
import io.fleetload.hono.registry.ManagedTenant;
import io.fleetload.hono.registry.ManagementClient;
import io.fleetload.hono.registry.ManagementFault;
import io.fleetload.hono.topics.KafkaCluster;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.results.format.ExitCode;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;

/**
 * Commands on a profile's fleet through the registry's management API. As with a database, all that
 * can be refused is found before the first write, and every command may be ended and repeated.
 */
final class ManagedProvisioning {
  private final Job job;
  private final ManagementClient api;

  /** A tenant, with its fleets in the order in which they are made. */
  private record TenantFleets(String id, ManagedTenant entry, List<Fleet> fleets) {}

  private record Fleet(String name, ManagedFleet devices) {}

  /** Work of a command on the tenants. */
  private interface Doing {
    ExitCode with(List<TenantFleets> tenants) throws TargetException, UsageException;
  }

  ManagedProvisioning(Job job) {
    this.job = job;
    this.api = new ManagementClient(job.profile().target().access().registry());
  }

  ExitCode apply() throws TargetException, UsageException, InterruptedException {
    try (KafkaCluster kafka = job.kafka()) {
      var topics = new WantedTopics(job).on(kafka);
      ExitCode code = with(this::write);
      if (code != ExitCode.PASSED) {
        return code;
      }
      var changes = topics.apply();
      changes.remarks().forEach(job::say);
      if (!changes.ready()) {
        return job.interrupted("topics: " + changes);
      }
      job.say("topics: " + changes);
      return ExitCode.PASSED;
    }
  }

  private ExitCode write(List<TenantFleets> tenants) throws TargetException {
    requireWritable(tenants);
    if (job.stopped()) {
      return job.interrupted("nothing is written");
    }
    for (TenantFleets tenant : tenants) {
      StringBuilder done = new StringBuilder("tenant " + tenant.id() + ": ");
      done.append(tenant.entry().apply());
      for (Fleet each : tenant.fleets()) {
        ManagedFleet fleet = each.devices();
        int missing = fleet.missing();
        int wrong = fleet.wrong().cardinality();
        fleet.create(job.progress().begin(each.name() + " created", missing));
        fleet.correct(job.progress().begin(each.name() + " updated", wrong));
        if (job.stopped()) {
          return job.interrupted(done + "; not all " + each.name());
        }
        done.append("; ").append(each.name()).append(": ");
        done.append(counts(fleet).formatted("created", "updated"));
      }
      job.say(done.toString());
    }
    return ExitCode.PASSED;
  }

  ExitCode plan() throws TargetException, UsageException, InterruptedException {
    try (KafkaCluster kafka = job.kafka()) {
      String topics = new WantedTopics(job).on(kafka).plan();
      return with(
          tenants -> {
            requireWritable(tenants);
            for (TenantFleets tenant : tenants) {
              StringBuilder text = new StringBuilder("tenant " + tenant.id() + ": ");
              text.append(tenant.entry().plan());
              for (Fleet each : tenant.fleets()) {
                text.append("; ").append(each.name()).append(": ");
                text.append(counts(each.devices()).formatted("to create", "to update"));
              }
              job.say(text.toString());
            }
            job.say("topics: " + topics + "; nothing is written");
            return ExitCode.PASSED;
          });
    }
  }

  /** Says the first fault, or every one. */
  ExitCode check(boolean all) throws TargetException, UsageException {
    return with(
        tenants -> {
          List<String> faults = new ArrayList<>();
          for (TenantFleets tenant : tenants) {
            tenant.entry().problem().ifPresent(faults::add);
            look(tenant);
            if (job.stopped()) {
              return job.interrupted("not all is checked");
            }
            for (Fleet each : tenant.fleets()) {
              faults.addAll(faults(tenant, each));
            }
          }
          if (!faults.isEmpty()) {
            faults.stream().limit(all ? faults.size() - 1 : 0).forEach(job::say);
            throw new TargetException(
                faults.get(all ? faults.size() - 1 : 0) + "; run provisioning first");
          }
          job.say("all tenants, devices and credentials in " + api.place() + " are right");
          return ExitCode.PASSED;
        });
  }

  private List<String> faults(TenantFleets tenant, Fleet fleet) {
    List<String> faults = new ArrayList<>();
    ManagedFleet devices = fleet.devices();
    String where = "tenant %s in %s: ".formatted(tenant.id(), api.place());
    if (devices.missing() > 0) {
      faults.add(
          where
              + "%d of %d %s missing; the first is %s"
                  .formatted(
                      devices.missing(),
                      devices.names().count(),
                      fleet.name(),
                      devices.firstToDo()));
    }
    first(devices, devices.wrong())
        .ifPresent(
            name ->
                faults.add(
                    where
                        + "%d %s differ from the profile; the first is %s"
                            .formatted(devices.wrong().cardinality(), fleet.name(), name)));
    return faults;
  }

  ExitCode remove(boolean force) throws TargetException, UsageException {
    return with(
        tenants -> {
          for (TenantFleets each : tenants) {
            look(each);
            if (!force) {
              requireOurs(each, "removed: --force removes them too");
            }
          }
          for (TenantFleets tenant : tenants) {
            StringBuilder done = new StringBuilder("tenant " + tenant.id() + ": ");
            for (Fleet each : tenant.fleets()) {
              int there = each.devices().removable(force).cardinality();
              each.devices().remove(force, job.progress().begin(each.name() + " removed", there));
              if (job.stopped()) {
                return job.interrupted(done + "not all " + each.name() + " removed");
              }
              done.append("%s: %d removed; ".formatted(each.name(), there));
            }
            job.say(done + "the tenant: " + tenant.entry().remove(force));
          }
          return ExitCode.PASSED;
        });
  }

  private void requireWritable(List<TenantFleets> tenants) throws TargetException {
    for (TenantFleets each : tenants) {
      String key = job.profile().keyOf(each.id());
      each.entry().requireUsable(key, job.profile().isShared(each.id()));
    }
    for (TenantFleets each : tenants) {
      look(each);
      requireOurs(each, "written: choose another tenant.id or devices.id, or remove them");
    }
  }

  private void requireOurs(TenantFleets tenant, String outcome) throws TargetException {
    for (Fleet each : tenant.fleets()) {
      BitSet foreign = each.devices().foreign();
      var first = first(each.devices(), foreign);
      if (first.isPresent()) {
        throw new TargetException(
            ("tenant %s has %d %s in %s that were not written by provisioning, the first is %s;"
                    + " nothing is %s")
                .formatted(
                    tenant.id(),
                    foreign.cardinality(),
                    each.name(),
                    api.place(),
                    first.get(),
                    outcome));
      }
    }
  }

  private void look(TenantFleets tenant) {
    for (Fleet each : tenant.fleets()) {
      int count = each.devices().names().count();
      each.devices().look(job.progress().begin(each.name() + " looked at", count));
    }
  }

  private static Optional<String> first(ManagedFleet fleet, BitSet devices) {
    return devices.isEmpty()
        ? Optional.empty()
        : Optional.of(fleet.names().name(devices.nextSetBit(0)));
  }

  /** With two places for words. */
  private static String counts(ManagedFleet fleet) {
    int wrong = fleet.wrong().cardinality();
    int unchanged = fleet.names().count() - fleet.missing() - wrong;
    return fleet.missing() + " %s, " + wrong + " %s, " + unchanged + " unchanged";
  }

  private ExitCode with(Doing doing) throws TargetException, UsageException {
    List<TenantFleets> tenants = new ArrayList<>();
    ManagementApi settings = job.profile().target().access().registry();
    for (String tenant : job.tenants()) {
      List<Fleet> fleets = new ArrayList<>();
      for (FleetForm each : FleetForm.of(job.profile(), tenant)) {
        fleets.add(
            new Fleet(
                each.registrations(),
                new ManagedFleet(
                    api,
                    tenant,
                    each.names(),
                    each.device(),
                    each.credential(),
                    settings.requests(),
                    job::stopped)));
      }
      tenants.add(
          new TenantFleets(
              tenant,
              new ManagedTenant(
                  api,
                  tenant,
                  job.profile().registry().tenant(),
                  job.profile().limitsOf(tenant),
                  job.clock().instant()),
              fleets));
    }
    try {
      return doing.with(tenants);
    } catch (ManagementFault e) {
      throw new TargetException(e.getMessage());
    } catch (CompletionException e) {
      if (e.getCause() instanceof ManagementFault fault) {
        throw new TargetException(fault.getMessage());
      }
      throw e;
    }
  }
}
