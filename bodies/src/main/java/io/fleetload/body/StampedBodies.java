// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import io.fleetload.flow.FlowSpec;
import io.fleetload.process.UsageException;
import io.fleetload.profile.LoadProfile;
import io.fleetload.stamp.Stamp;

/**
 * The bodies of a profile's flows of devices. A profile is described before it is checked, so a
 * flow's body is compiled with its first message. Not thread-safe.
 */
public final class StampedBodies {
  private final LoadProfile profile;
  private final long seed;
  private Feeders feeders;

  /** Bodies of a profile; its files of data are not read yet. */
  public StampedBodies(LoadProfile profile) {
    this(profile, profile.run().seed(), null);
  }

  private StampedBodies(LoadProfile profile, long seed, Feeders feeders) {
    this.profile = profile;
    this.seed = seed;
    this.feeders = feeders;
  }

  /**
   * Bodies that take no values from data.
   *
   * @param seed of the run
   */
  public static StampedBodies withoutData(long seed) {
    return new StampedBodies(null, seed, Feeders.NONE);
  }

  /**
   * Reads the files of data, so that no message waits for them.
   *
   * @throws UsageException with one line if one of them is of no use
   */
  public void read() throws UsageException {
    if (feeders == null) {
      feeders = Feeders.read(profile);
    }
  }

  /**
   * Compiles the body of a flow.
   *
   * @param key the key of the profile that has it, or that names its file
   * @throws UsageException with one line that begins with the key if no run could send it
   */
  public StampedBody compiled(String key, String flow, String text) throws UsageException {
    read();
    return StampedBody.of(key, text, KnownNames.ofDevices(seed, flow, feeders));
  }

  /** The body of a flow in a profile that is checked. */
  public FlowSpec.Body of(String key, String flow, String text) {
    return new FlowSpec.Body() {
      private StampedBody compiled;

      @Override
      public byte[] of(String device, Stamp stamp) {
        if (compiled == null) {
          try {
            compiled = compiled(key, flow, text);
          } catch (UsageException e) {
            throw new IllegalStateException("changed since the check: " + e.getMessage(), e);
          }
        }
        return compiled.of(device, stamp);
      }
    };
  }
}
