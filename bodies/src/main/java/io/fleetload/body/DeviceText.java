// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import io.fleetload.process.UsageException;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;

/**
 * A text about a device, such as the plate of its vehicle: the same whenever the device says it.
 * Not thread-safe.
 */
public final class DeviceText {
  private static final Place PLAIN = value -> value.getBytes(StandardCharsets.UTF_8);

  private final Template template;

  private DeviceText(Template template) {
    this.template = template;
  }

  /**
   * The text of a template.
   *
   * @param key the key of the profile that has it
   * @param seed of the run
   * @throws UsageException with one line that begins with the key if no device could say it
   */
  public static DeviceText of(String key, String text, long seed, Feeders feeders)
      throws UsageException {
    try {
      Template template =
          Template.text("text", text, PLAIN, KnownNames.ofFleet(seed, key, feeders));
      if (template.lasts().isPresent()) {
        throw new TemplateException(
            "write per: device in the data, so that each device has a row of its own");
      }
      return new DeviceText(template);
    } catch (TemplateException e) {
      throw e.at(key);
    }
  }

  /** The text of a device. */
  public String of(int device, String name) {
    try {
      return template.rendered(new OfDevice(device, name));
    } catch (MissingValueException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The values of a device that says something of itself. */
  private record OfDevice(int user, String name) implements Values {
    private static final String OF_A_MESSAGE = "it is of no message";

    @Override
    public int iteration() {
      return user;
    }

    @Override
    public int n() {
      return user;
    }

    @Override
    public RunId run() {
      throw new IllegalStateException(OF_A_MESSAGE);
    }

    @Override
    public Stamp stamp() {
      throw new IllegalStateException(OF_A_MESSAGE);
    }

    @Override
    public String own(String own) {
      return name;
    }

    @Override
    public long epochMillis() {
      throw new IllegalStateException(OF_A_MESSAGE);
    }
  }
}
