// SPDX-License-Identifier: EPL-2.0
package io.fleetload.pack;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.results.format.ExitCode;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Tells the target of the devices of a profile. Every command can be repeated, and ended between
 * two steps; the next one goes on from what is there.
 */
public interface Provisioner {
  /** The tool's name in what it says. */
  String TOOL = "provisioning";

  /**
   * Creates what is missing, corrects what differs, leaves the rest.
   *
   * @param newRegistry whether the target's registry may be empty, since the target has not started
   *     on it yet
   * @throws TargetException if the target is not there, or what it holds forbids it
   * @throws UsageException if the profile does not say enough
   * @throws InterruptedException if the thread was interrupted
   */
  ExitCode apply(boolean newRegistry) throws TargetException, UsageException, InterruptedException;

  /**
   * Says what {@link #apply} would do and writes nothing.
   *
   * @throws TargetException if it would be refused
   * @throws UsageException likewise
   * @throws InterruptedException if the thread was interrupted
   */
  ExitCode plan(boolean newRegistry) throws TargetException, UsageException, InterruptedException;

  /**
   * Looks whether a run finds the devices that it needs; says the first that is wrong.
   *
   * @throws TargetException if it does not, or the target is not there
   * @throws UsageException if the profile does not say enough
   */
  ExitCode check() throws TargetException, UsageException;

  /**
   * Reads everything back and says all that is wrong.
   *
   * @throws TargetException if anything is
   * @throws UsageException if the profile does not say enough
   */
  ExitCode verify() throws TargetException, UsageException;

  /**
   * Removes what provisioning wrote and the profile names.
   *
   * @param force whether to remove what others wrote under these names as well
   * @throws TargetException if others wrote some of it, without force
   * @throws UsageException if the profile does not say enough
   */
  ExitCode remove(boolean force) throws TargetException, UsageException;

  /**
   * Writes the devices' keys in use to a file that its owner alone can read.
   *
   * @throws TargetException if the target is not there or lacks some of them
   * @throws UsageException if devices have no keys, or the profile does not say enough
   * @throws IOException if the file cannot be written
   */
  default ExitCode export(Path file) throws TargetException, UsageException, IOException {
    throw new UsageException("export: the devices of this profile's pack have no keys");
  }

  /**
   * Makes the topics that the target sends through, and nothing else.
   *
   * @throws TargetException if they cannot be made
   * @throws UsageException if there are no such topics, or the profile does not say enough
   * @throws InterruptedException if the thread was interrupted
   */
  default ExitCode topics() throws TargetException, UsageException, InterruptedException {
    throw new UsageException("topics: this profile's pack has none");
  }
}
