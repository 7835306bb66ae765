package io.fleetload.provisioning.registry;

import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import io.fleetload.process.TargetException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * What the registry holds of a fleet, a few bits a device. One cursor runs over each collection:
 * asking for names in batches would make mongo-java-server, which has no index for that, compare
 * every name with every document.
 */
public final class FleetSurvey {
  static final int BATCH = 1_000;

  /** After every character that a name can have. */
  private static final String LAST = "\uffff";

  /**
   * One of the two collections.
   *
   * @param form what its documents have to be
   * @param found devices that have one
   * @param wrong devices whose one differs
   */
  public record Part(FleetDocument form, BitSet found, BitSet wrong) {}

  private final RegistryDatabase database;
  private final Envelope envelope;
  private final DeviceNames names;
  private final Part devices;
  private final Part credentials;
  private final BitSet ours = new BitSet();
  private final BitSet nameTaken = new BitSet();

  /** A survey that has not looked yet. */
  public FleetSurvey(
      RegistryDatabase database,
      Envelope envelope,
      DeviceNames names,
      DeviceDocument device,
      CredentialsDocument credential) {
    this.database = database;
    this.envelope = envelope;
    this.names = names;
    this.devices = new Part(device, new BitSet(), new BitSet());
    this.credentials = new Part(credential, new BitSet(), new BitSet());
  }

  /** The registrations. */
  public Part devices() {
    return devices;
  }

  /** The credentials. */
  public Part credentials() {
    return credentials;
  }

  DeviceNames names() {
    return names;
  }

  /** Looks; incomplete if it was stopped. */
  public void look(BooleanSupplier stopped) {
    // Registrations come first: they carry the mark that says how strictly to judge the rest.
    for (Document each : documents(database.devices(), FleetDocument.DEVICE_ID)) {
      int index = indexOf(each);
      if (index >= 0) {
        ours.set(index, Mark.isOn(each, DeviceDocument.DEVICE));
        note(devices, index, each);
        if (index % BATCH == 0 && stopped.getAsBoolean()) {
          return;
        }
      }
    }
    for (Document each : documents(database.credentials(), FleetDocument.DEVICE_ID)) {
      int index = indexOf(each);
      if (index >= 0) {
        note(credentials, index, each);
        if (index % BATCH == 0 && stopped.getAsBoolean()) {
          return;
        }
      }
    }
    lookForTakenNames();
  }

  /**
   * Refuses to touch what somebody else wrote.
   *
   * @throws TargetException if devices with our names are not ours and would not work
   */
  public void requireNoForeign() throws TargetException {
    BitSet foreign = (BitSet) devices.found().clone();
    foreign.or(credentials.found());
    foreign.andNot(ours);
    BitSet good = (BitSet) devices.found().clone();
    good.and(credentials.found());
    good.andNot(devices.wrong());
    good.andNot(credentials.wrong());
    foreign.andNot(good);
    foreign.or(nameTaken);
    if (!foreign.isEmpty()) {
      throw new TargetException(
          ("tenant %s has %d devices in %s that were not written by provisioning and differ from"
                  + " the profile (key, auth-id, enabled or format), the first is %s; nothing is"
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
    List<Bson> filters = new ArrayList<>();
    filters.add(Filters.eq(Envelope.TENANT_ID, envelope.tenant()));
    if (!names.prefix().isEmpty()) {
      filters.add(Filters.gte(field, names.prefix()));
      filters.add(Filters.lt(field, names.prefix() + LAST));
    }
    return collection.find(Filters.and(filters)).batchSize(BATCH);
  }

  private void note(Part part, int index, Document document) {
    String name = names.name(index);
    boolean right =
        ours.get(index)
            ? !envelope.differs(document, wanted -> part.form().write(wanted, name))
            : envelope.readable(document) && part.form().serves(document, name);
    part.found().set(index);
    part.wrong().set(index, !right);
  }

  /** Another device may hold one of our names as its auth-id; it would get our connections. */
  private void lookForTakenNames() {
    String field = CredentialsDocument.CREDENTIALS + "." + CredentialsDocument.AUTH_ID;
    Bson fields =
        Projections.include(
            FleetDocument.DEVICE_ID,
            field,
            CredentialsDocument.CREDENTIALS + "." + CredentialsDocument.TYPE);
    for (Document each : documents(database.credentials(), field).projection(fields)) {
      for (Object entry : CredentialsDocument.list(each.get(CredentialsDocument.CREDENTIALS))) {
        if (entry instanceof Document credential
            && credential.get(CredentialsDocument.AUTH_ID) instanceof String authId
            && !authId.equals(each.get(FleetDocument.DEVICE_ID))
            && names.indexOf(authId) >= 0
            && CredentialsDocument.isPskOf(credential, authId)) {
          nameTaken.set(names.indexOf(authId));
        }
      }
    }
  }
}
