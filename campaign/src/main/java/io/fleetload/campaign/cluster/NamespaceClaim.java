// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.results.format.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A namespace that is held for load tests, with a target that knows the devices. */
public interface NamespaceClaim {
  /** The directory that was made for the results. */
  Path out();

  /**
   * Runs a load test.
   *
   * @param overrides further overrides of the profile's keys, {@code KEY=VALUE} each
   * @param place where its results go
   * @return the verdict
   * @throws ProfileException if the overrides do not fit the rest of the profile
   * @throws UsageException if it cannot be run like that
   * @throws TargetException if the cluster, a pod or a Job fails
   * @throws IOException if results cannot be fetched or written
   */
  ExitCode run(List<String> overrides, Path place)
      throws ProfileException, UsageException, TargetException, IOException, InterruptedException;

  /** The use of a namespace that is held. */
  @FunctionalInterface
  interface ClaimUse {
    ExitCode of(NamespaceClaim held)
        throws ProfileException, UsageException, TargetException, IOException, InterruptedException;
  }
}
