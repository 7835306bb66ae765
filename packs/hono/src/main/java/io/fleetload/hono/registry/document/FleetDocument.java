// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry.document;

import org.bson.Document;

/** A kind of document that the registry keeps one of for each device. */
public sealed interface FleetDocument permits DeviceDocument, CredentialForm {
  /** Key of the device's name. */
  String DEVICE_ID = "device-id";

  /** Writes a device's wanted content into a document and leaves what does not disturb it. */
  void write(Document document, String name);

  /** Returns whether the device can work with a document that someone else wrote. */
  boolean serves(Document found, String name);
}
