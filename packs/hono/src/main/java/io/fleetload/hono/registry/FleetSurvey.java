// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry;

import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import io.fleetload.hono.name.AuthIds;
import io.fleetload.hono.name.FleetNames;
import io.fleetload.hono.registry.document.CredentialForm;
import io.fleetload.hono.registry.document.CredentialsDocument;
import io.fleetload.hono.registry.document.DeviceDocument;
import io.fleetload.hono.registry.document.DocumentFault;
import io.fleetload.hono.registry.document.Envelope;
import io.fleetload.hono.registry.document.FleetDocument;
import io.fleetload.hono.registry.document.Mark;
import io.fleetload.process.TargetException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * Survey of a fleet in the registry, a few bits a device. One cursor runs over each collection:
 * asking for names in batches would make mongo-java-server, which has no index for that, compare
 * every name with every document.
 */
public final class FleetSurvey {
  static final int BATCH = 1_000;

  /**
   * One of the two collections.
   *
   * @param form what its documents have to be
   * @param found devices that have one
   * @param wrong devices that have one which differs
   * @param faults what is wrong with them
   */
  public record Part(FleetDocument form, BitSet found, BitSet wrong, Faults faults) {
    Part(FleetDocument form) {
      this(form, new BitSet(), new BitSet(), new Faults());
    }

    /** Number of those that are missing of so many. */
    public int missing(int count) {
      return count - found.cardinality();
    }
  }

  private final RegistryDatabase database;
  private final Envelope envelope;
  private final FleetNames names;
  private final Part devices;
  private final Part credentials;
  private final AuthIds authIds;
  private final BitSet ours = new BitSet();
  private final BitSet nameTaken = new BitSet();

  /** A survey that has not looked yet. */
  public FleetSurvey(
      RegistryDatabase database,
      Envelope envelope,
      FleetNames names,
      DeviceDocument device,
      CredentialForm credential) {
    this.database = database;
    this.envelope = envelope;
    this.names = names;
    this.devices = new Part(device);
    this.credentials = new Part(credential);
    this.authIds = credential.authIds();
  }

  /** The registrations. */
  public Part devices() {
    return devices;
  }

  public Part credentials() {
    return credentials;
  }

  /** The fleet's names. */
  public FleetNames names() {
    return names;
  }

  /** Devices that have a registration and no credentials, or credentials and no registration. */
  public BitSet orphans() {
    BitSet orphans = (BitSet) devices.found().clone();
    orphans.xor(credentials.found());
    return orphans;
  }

  /** Devices of the fleet that are in the registry and were not written by us. */
  public BitSet foreign() {
    BitSet foreign = (BitSet) devices.found().clone();
    foreign.or(credentials.found());
    foreign.andNot(ours);
    return foreign;
  }

  /**
   * Devices with a name that another device holds as its auth-id; it would get their connections.
   */
  public BitSet takenNames() {
    return nameTaken;
  }

  BitSet ours() {
    return ours;
  }

  /**
   * Looks; incomplete if it was stopped.
   *
   * @param seen takes the number of documents looked at since the last time
   */
  public void look(BooleanSupplier stopped, IntConsumer seen) {
    // Registrations come first: they carry the mark that says how strictly to judge the rest.
    scan(devices, database.devices(), stopped, seen);
    scan(credentials, database.credentials(), stopped, seen);
    if (!stopped.getAsBoolean()) {
      lookForTakenNames();
    }
  }

  private void scan(
      Part part, MongoCollection<Document> collection, BooleanSupplier stopped, IntConsumer seen) {
    int looked = 0;
    for (Document each : documents(collection, FleetDocument.DEVICE_ID)) {
      int index = indexOf(each);
      if (index >= 0) {
        note(part, index, each);
      }
      if (++looked == BATCH) {
        seen.accept(looked);
        looked = 0;
        if (stopped.getAsBoolean()) {
          return;
        }
      }
    }
    seen.accept(looked);
  }

  /**
   * Refuses to touch what someone else wrote.
   *
   * @throws TargetException if devices with our names are not ours and would not work
   */
  public void requireNoForeign() throws TargetException {
    BitSet foreign = foreign();
    BitSet good = (BitSet) devices.found().clone();
    good.and(credentials.found());
    good.andNot(devices.wrong());
    good.andNot(credentials.wrong());
    foreign.andNot(good);
    foreign.or(nameTaken);
    if (!foreign.isEmpty()) {
      throw new TargetException(
          ("tenant %s has %d devices in %s that provisioning did not write; they differ from the"
                  + " profile (key, auth-id, enabled or format), the first is %s; nothing is"
                  + " written: choose another tenant.id or devices.id, or remove them")
              .formatted(
                  envelope.tenant(),
                  foreign.cardinality(),
                  database.place(),
                  names.name(foreign.nextSetBit(0))));
    }
  }

  /**
   * Requires every device, ready to work.
   *
   * @throws TargetException if one is missing or differs
   */
  public void requireComplete() throws TargetException {
    BitSet complete = (BitSet) devices.found().clone();
    complete.and(credentials.found());
    int there = complete.cardinality();
    String tenant = "tenant " + envelope.tenant() + " has ";
    String in = " devices in " + database.place();
    if (there == 0) {
      throw new TargetException(tenant + "no" + in + "; run provisioning first");
    }
    if (there < names.count()) {
      throw new TargetException(
          tenant + there + " of " + names.count() + in + "; run provisioning first");
    }
    BitSet wrong = (BitSet) devices.wrong().clone();
    wrong.or(credentials.wrong());
    if (!wrong.isEmpty()) {
      throw new TargetException(
          ("%s%d%s, but %d of them differ from the profile (key, enabled or format), the first is"
                  + " %s; run provisioning first")
              .formatted(tenant, there, in, wrong.cardinality(), names.name(wrong.nextSetBit(0))));
    }
  }

  int indexOf(Document document) {
    return document.get(FleetDocument.DEVICE_ID) instanceof String name ? names.indexOf(name) : -1;
  }

  /** The tenant's documents, those that can have a name of ours in a field. */
  FindIterable<Document> documents(MongoCollection<Document> collection, String field) {
    return beginning(names.prefix(), collection, field);
  }

  private FindIterable<Document> beginning(
      String prefix, MongoCollection<Document> collection, String field) {
    List<Bson> filters = new ArrayList<>();
    filters.add(Filters.eq(Envelope.TENANT_ID, envelope.tenant()));
    if (!prefix.isEmpty()) {
      filters.add(Filters.gte(field, prefix));
      filters.add(Filters.lt(field, after(prefix)));
    }
    return collection.find(Filters.and(filters)).batchSize(BATCH);
  }

  /** The first text behind all that begin so; no name ends with a character that has none next. */
  private static String after(String prefix) {
    int last = prefix.codePointBefore(prefix.length());
    return prefix.substring(0, prefix.length() - Character.charCount(last))
        + Character.toString(last + 1);
  }

  private void note(Part part, int index, Document document) {
    String name = names.name(index);
    if (isOurs(part, index, document)) {
      ours.set(index);
    }
    boolean right =
        ours.get(index)
            ? !envelope.differs(document, wanted -> part.form().write(wanted, name))
            : envelope.readable(document) && part.form().serves(document, name);
    if (part.found().get(index)) {
      // Possible only where the unique index is missing; which of the two Hono takes is open.
      part.faults().add("there are several documents with one device-id", name);
    }
    part.found().set(index);
    part.wrong().set(index, !right);
    if (!right) {
      part.faults().add(DocumentFault.of(document, part.form(), name), name);
    }
  }

  /** Credentials without a registration carry a mark themselves, unless they hold nothing. */
  private boolean isOurs(Part part, int index, Document document) {
    if (part.form() instanceof DeviceDocument) {
      return Mark.isOn(document, DeviceDocument.DEVICE);
    }
    return !devices.found().get(index)
        && (CredentialsDocument.isMarked(document)
            || List.of().equals(document.get(CredentialsDocument.CREDENTIALS)));
  }

  private void lookForTakenNames() {
    String field = CredentialsDocument.CREDENTIALS + "." + CredentialsDocument.AUTH_ID;
    Bson fields =
        Projections.include(
            FleetDocument.DEVICE_ID,
            field,
            CredentialsDocument.CREDENTIALS + "." + CredentialsDocument.TYPE);
    String prefix = authIds.begin(names.prefix());
    for (Document each : beginning(prefix, database.credentials(), field).projection(fields)) {
      for (Object entry : CredentialsDocument.list(each.get(CredentialsDocument.CREDENTIALS))) {
        if (entry instanceof Document credential
            && credential.get(CredentialsDocument.AUTH_ID) instanceof String authId
            && authIds.type().equals(credential.get(CredentialsDocument.TYPE))
            && !authIds.name(authId).equals(each.get(FleetDocument.DEVICE_ID))
            && names.indexOf(authIds.name(authId)) >= 0) {
          nameTaken.set(names.indexOf(authIds.name(authId)));
        }
      }
    }
  }
}
