// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry.document;

import io.fleetload.hono.profile.RegistryEntries.DeviceSettings;
import java.util.List;
import java.util.function.Function;
import org.bson.Document;

/** A device's registration. */
public final class DeviceDocument implements FleetDocument {
  public static final String DEVICE = "device";

  private static final String ENABLED = "enabled";
  private static final String VIA = "via";
  private static final String DEFAULTS = "defaults";

  private final Function<String, List<String>> gateways;
  private final DeviceSettings settings;

  /** Of devices that speak for themselves. */
  public DeviceDocument(DeviceSettings settings) {
    this(name -> List.of(), settings);
  }

  /**
   * Of devices that gateways speak for.
   *
   * @param gateways the gateways of a device by its name; empty for one that speaks for itself
   */
  public DeviceDocument(Function<String, List<String>> gateways, DeviceSettings settings) {
    this.gateways = gateways;
    this.settings = settings;
  }

  @Override
  public void write(Document document, String name) {
    Document device = Mark.copy(document.get(DEVICE));
    device.put(ENABLED, true);
    device.put("ext", Mark.ext(device, settings.ext()));
    if (!settings.defaults().isEmpty()) {
      Document defaults = Mark.copy(device.get(DEFAULTS));
      defaults.putAll(settings.defaults());
      device.put(DEFAULTS, defaults);
    }
    // A device that needs no gateway takes no harm from those that are there already.
    put(device, VIA, gateways.apply(name));
    put(device, "viaGroups", settings.viaGroups());
    put(device, "authorities", settings.authorities());
    document.put(DEVICE, device);
    document.put(DEVICE_ID, name);
    document.put("auto-provisioned", false);
    document.put("auto-provisioning-notification-sent", false);
  }

  @Override
  public boolean serves(Document found, String name) {
    return found.get(DEVICE) instanceof Document device
        && Boolean.TRUE.equals(device.getOrDefault(ENABLED, true))
        && CredentialsDocument.list(device.get(VIA)).containsAll(gateways.apply(name));
  }

  private static void put(Document device, String field, List<String> values) {
    if (!values.isEmpty()) {
      device.put(field, values);
    }
  }
}
