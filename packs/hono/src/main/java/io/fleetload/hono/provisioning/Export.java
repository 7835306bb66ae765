// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import com.mongodb.MongoException;
import io.fleetload.hono.name.DeviceKeys;
import io.fleetload.hono.name.FleetNames;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.hono.registry.KeyExport;
import io.fleetload.hono.registry.RegistryDatabase;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.results.format.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Writes the fleets' keys in use, as the registry has them, to a file. */
final class Export {
  private final Job job;
  private final Path file;

  Export(Job job, Path file) {
    this.job = job;
    this.file = file;
  }

  ExitCode run() throws TargetException, UsageException, IOException {
    if (job.profile().devices().x509() != null) {
      throw new UsageException(
          "devices.x509: the registry has no keys of devices with certificates; nothing is"
              + " exported, copy devices.x509.directory instead");
    }
    if (!job.profile().target().access().namesDatabase()) {
      return ofProfile();
    }
    try (RegistryDatabase database = job.registry();
        KeyExport export = new KeyExport(file)) {
      int wanted = 0;
      try {
        List<TenantFleet> fleets = TenantFleet.all(job, database);
        for (TenantFleet fleet : fleets) {
          for (TenantFleet.Part each : fleet.parts()) {
            if (each.holdsKeys()) {
              int count = each.survey().names().count();
              wanted += count;
              export.write(
                  each.survey(),
                  database,
                  fleet.tenant(),
                  job.progress().begin(each.credentials() + " exported", count));
            }
          }
        }
      } catch (MongoException e) {
        throw database.trouble(e);
      }
      if (job.stopped()) {
        job.say("interrupted; nothing is exported");
        return ExitCode.INTERRUPTED;
      }
      if (export.written() < wanted) {
        throw new TargetException(
            "%s has readable keys of %d of %d devices; nothing is exported: provisioning verify"
                    .formatted(database.place(), export.written(), wanted)
                + " says what is wrong");
      }
      export.finish();
      job.say("%d keys in %s, readable by its owner only".formatted(wanted, file));
      return ExitCode.PASSED;
    }
  }

  /** Without a database the keys are those that the profile says, which is where they come from. */
  private ExitCode ofProfile() throws UsageException, IOException {
    HonoProfile profile = job.profile();
    if (profile.devices().psk().random()) {
      throw new UsageException(
          "target.mongodb: is missing; drawn keys (devices.psk.random) are in the registry alone");
    }
    try (KeyExport export = new KeyExport(file)) {
      for (String tenant : job.tenants()) {
        export.write(
            FleetNames.ofSessions(profile, tenant), DeviceKeys.of(profile, tenant), tenant);
      }
      export.finish();
      job.say(
          "%d keys of the profile, which no registry was asked about, in %s, readable by its owner only"
              .formatted(export.written(), file));
      return ExitCode.PASSED;
    }
  }
}
