// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry.document;

import io.fleetload.hono.name.AuthIds;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.bson.types.Binary;
import org.bson.types.ObjectId;

/**
 * Says in words what keeps the registry from reading a document, or a device from working with it.
 * Other tools write what is natural in MongoDB and wrong here: dates, binaries, ObjectIds.
 */
public final class DocumentFault {
  private DocumentFault() {}

  /** The fault of a document that is not right. */
  public static String of(Document found, FleetDocument form, String name) {
    for (String field : List.of(Envelope.CREATED, Envelope.UPDATED)) {
      if (found.get(field) instanceof Date) {
        return field + " is a BSON date, not a text";
      }
    }
    if (found.get(Envelope.ID) instanceof ObjectId) {
      return "_id is an ObjectId, not a text";
    }
    if (!Envelope.isText(found.get(Envelope.VERSION))) {
      return "version is missing or no text";
    }
    if (!Envelope.isTime(found.get(Envelope.CREATED))) {
      return "created is no time such as 2026-01-01T00:00:00Z";
    }
    return form instanceof CredentialForm credentials
        ? ofCredentials(found, credentials.authIds(), name)
        : ofDevice(found);
  }

  private static String ofDevice(Document found) {
    if (!(found.get(DeviceDocument.DEVICE) instanceof Document device)) {
      return "the sub-document \"device\" is missing";
    }
    return Boolean.FALSE.equals(device.get("enabled"))
        ? "the device is disabled"
        : "the registration differs from the profile";
  }

  private static String ofCredentials(Document found, AuthIds ids, String name) {
    if (!(found.get(CredentialsDocument.CREDENTIALS) instanceof List<?> entries)) {
      return "the list \"credentials\" is missing";
    }
    List<Document> own = CredentialsDocument.entries(entries, ids.type(), ids.of(name));
    if (own.size() != 1) {
      return (own.isEmpty()
              ? "there is no %s with the device's own auth-id"
              : "there are several %s with one auth-id")
          .formatted(ids.type());
    }
    if (!ids.equals(AuthIds.KEYS)) {
      return "enabled, validity or mark differ from the profile";
    }
    for (Object each : CredentialsDocument.list(own.get(0).get(CredentialsDocument.SECRETS))) {
      Object key = each instanceof Document secret ? secret.get(CredentialsDocument.KEY) : null;
      if (key instanceof Binary) {
        return "a key is BSON binary, not a text";
      }
      if (CredentialsDocument.decoded(key).isEmpty()) {
        return "a key is missing or no base64";
      }
    }
    return "key, auth-id, enabled or validity differ from the profile";
  }
}
