package io.fleetload.provisioning.registry;

import org.bson.Document;

/** A device's registration. */
public final class DeviceDocument implements FleetDocument {
  static final String DEVICE = "device";

  private static final String ENABLED = "enabled";

  @Override
  public void write(Document document, String name) {
    Document device = Mark.copy(document.get(DEVICE));
    device.put(ENABLED, true);
    device.put("ext", Mark.ext(device));
    document.put(DEVICE, device);
    document.put(DEVICE_ID, name);
    document.put("auto-provisioned", false);
    document.put("auto-provisioning-notification-sent", false);
  }

  @Override
  public boolean serves(Document found, String name) {
    return found.get(DEVICE) instanceof Document device
        && Boolean.TRUE.equals(device.getOrDefault(ENABLED, true));
  }
}
