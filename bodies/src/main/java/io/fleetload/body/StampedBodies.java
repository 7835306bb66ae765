// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import io.fleetload.flow.FlowSpec;
import io.fleetload.process.UsageException;
import io.fleetload.stamp.Stamp;
import java.util.Map;

/**
 * The bodies of a profile's flows of devices. A profile is described before it is checked, so a
 * flow's body is compiled with its first message. Not thread-safe.
 */
public final class StampedBodies {
  private final Map<String, Feed> data;
  private final long seed;
  private Feeders feeders;

  /**
   * Bodies of a profile; its files of data are not read yet.
   *
   * @param data as the profile has them under the key {@code data}
   * @param seed of the run
   */
  public StampedBodies(Map<String, Feed> data, long seed) {
    this.data = data;
    this.seed = seed;
  }

  /**
   * Reads the files of data, so that no message waits for them.
   *
   * @throws UsageException with one line if one of them cannot be read or has no rows
   */
  public void read() throws UsageException {
    if (feeders == null) {
      feeders = Feeders.read(data, seed);
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
