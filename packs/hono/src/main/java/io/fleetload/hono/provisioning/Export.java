// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import com.mongodb.MongoException;
import io.fleetload.hono.registry.KeyExport;
import io.fleetload.hono.registry.RegistryDatabase;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.results.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Writes the fleets' keys in use, as they stand in the registry, to a file. */
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
}
