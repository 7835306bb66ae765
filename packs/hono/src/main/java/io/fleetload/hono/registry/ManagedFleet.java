// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry;

import io.fleetload.hono.name.FleetNames;
import io.fleetload.hono.registry.document.CredentialForm;
import io.fleetload.hono.registry.document.CredentialsDocument;
import io.fleetload.hono.registry.document.DeviceDocument;
import io.fleetload.hono.registry.document.FleetDocument;
import io.fleetload.hono.registry.document.ManagedDocument;
import io.fleetload.hono.registry.document.Mark;
import io.fleetload.hono.registry.document.NoCredentials;
import java.util.BitSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import org.bson.Document;
import org.bson.json.JsonParseException;

/**
 * A fleet behind the management API: what the registry has of it, a few bits a device, and the
 * requests that make it what it has to be. So many devices are under way at once, and no more.
 */
public final class ManagedFleet {
  private final ManagementClient api;
  private final String tenant;
  private final FleetNames names;
  private final DeviceDocument device;
  private final CredentialForm credentials;
  private final int underWay;
  private final BooleanSupplier stopped;
  private final BitSet found = new BitSet();
  private final BitSet ours = new BitSet();
  private final BitSet wrong = new BitSet();

  /**
   * A fleet that was not looked at.
   *
   * @param underWay how many devices are worked on at once
   * @param stopped asked between two devices
   */
  public ManagedFleet(
      ManagementClient api,
      String tenant,
      FleetNames names,
      DeviceDocument device,
      CredentialForm credentials,
      int underWay,
      BooleanSupplier stopped) {
    this.api = api;
    this.tenant = tenant;
    this.names = names;
    this.device = device;
    this.credentials = credentials;
    this.underWay = underWay;
    this.stopped = stopped;
  }

  /** The fleet's names. */
  public FleetNames names() {
    return names;
  }

  /** Number of devices that are not there. */
  public int missing() {
    return names.count() - found.cardinality();
  }

  /** Our devices that differ from the profile. */
  public BitSet wrong() {
    return wrong;
  }

  /** Devices that someone else wrote; the API does not say whether their keys are right. */
  public BitSet foreign() {
    BitSet foreign = (BitSet) found.clone();
    foreign.andNot(ours);
    return foreign;
  }

  /** The first that is not there, or differs. */
  public String firstToDo() {
    BitSet right = (BitSet) found.clone();
    right.andNot(wrong);
    return names.name(right.nextClearBit(0));
  }

  /** Looks at every device; incomplete if it was stopped. */
  public void look(IntConsumer seen) {
    BitSet all = new BitSet();
    all.set(0, names.count());
    each(all, this::look, seen);
  }

  /** Creates what is missing. What is there by then counts as found, if it is ours. */
  public void create(IntConsumer done) {
    BitSet missing = (BitSet) found.clone();
    missing.flip(0, names.count());
    each(missing, this::register, done);
  }

  /** Corrects what differs. */
  public void correct(IntConsumer done) {
    each(wrong, index -> mend(names.name(index)), done);
  }

  /** Removes what we wrote; with force what others wrote too. The registry removes the keys. */
  public void remove(boolean force, IntConsumer done) {
    each(removable(force), this::unregister, done);
  }

  /** Devices that {@link #remove} would remove. */
  public BitSet removable(boolean force) {
    return force ? found : ours;
  }

  private CompletableFuture<Void> look(int index) {
    String name = names.name(index);
    return api.get(path("devices", name))
        .thenCompose(
            answer -> {
              if (answer.status() == 404) {
                return CompletableFuture.<Void>completedFuture(null);
              }
              Document registration = read(DeviceDocument.DEVICE, answer.body());
              boolean isOurs = Mark.isOn(registration, DeviceDocument.DEVICE);
              return api.get(path("credentials", name))
                  .thenAccept(
                      keys ->
                          note(
                              index,
                              isOurs,
                              differs(registration, device, name)
                                  || differs(credentials(keys), credentials, name)));
            });
  }

  private synchronized void note(int index, boolean isOurs, boolean differs) {
    found.set(index);
    ours.set(index, isOurs);
    wrong.set(index, isOurs && differs);
  }

  private CompletableFuture<Void> register(int index) {
    String name = names.name(index);
    return api.post(path("devices", name), registration(new Document(), name))
        .thenCompose(
            answer ->
                answer.status() == 409
                    ? adopt(index)
                    : putCredentials(new Document(), name, Optional.empty()));
  }

  /** It is there since we looked: by an attempt of ours with a lost answer, or by someone else. */
  private CompletableFuture<Void> adopt(int index) {
    return look(index)
        .thenAccept(
            nothing -> {
              if (!isOurs(index)) {
                throw ManagementFault.foreign(api.place(), names.name(index));
              }
            });
  }

  private synchronized boolean isOurs(int index) {
    return ours.get(index);
  }

  private CompletableFuture<Void> unregister(int index) {
    return api.delete(path("devices", names.name(index))).thenAccept(answer -> {});
  }

  private CompletableFuture<Void> mend(String name) {
    return api.get(path("devices", name))
        .thenCompose(
            answer ->
                api.put(
                    path("devices", name),
                    registration(read(DeviceDocument.DEVICE, answer.body()), name),
                    answer.version()))
        .thenCompose(done -> api.get(path("credentials", name)))
        .thenCompose(answer -> putCredentials(credentials(answer), name, answer.version()));
  }

  private Object registration(Document found, String name) {
    return wanted(found, device, name).get(DeviceDocument.DEVICE);
  }

  private CompletableFuture<Void> putCredentials(
      Document found, String name, Optional<String> version) {
    if (credentials instanceof NoCredentials) {
      return CompletableFuture.<Void>completedFuture(null);
    }
    Object list = wanted(found, credentials, name).get(CredentialsDocument.CREDENTIALS);
    return api.put(path("credentials", name), list, version).thenAccept(answer -> {});
  }

  private Document credentials(ManagementClient.Answer answer) {
    return answer.status() == 404
        ? new Document()
        : read(CredentialsDocument.CREDENTIALS, answer.body());
  }

  private Document read(String name, String body) {
    try {
      return ManagedDocument.read(name, body);
    } catch (JsonParseException e) {
      throw ManagementFault.noRegistry(api.place());
    }
  }

  private static boolean differs(Document found, FleetDocument form, String name) {
    return !ManagedDocument.covers(found, content(wanted(found, form, name)));
  }

  private static Document wanted(Document found, FleetDocument form, String name) {
    Document wanted = new Document(found);
    form.write(wanted, name);
    ManagedDocument.seal(wanted);
    return wanted;
  }

  /** The part of a document that the API shows. */
  private static Document content(Document document) {
    Document content = new Document(document);
    content.keySet().retainAll(Set.of(DeviceDocument.DEVICE, CredentialsDocument.CREDENTIALS));
    return content;
  }

  private String path(String kind, String name) {
    return kind + "/" + tenant + "/" + FleetNames.segment(name);
  }

  private void each(BitSet indexes, IntFunction<CompletableFuture<Void>> doing, IntConsumer done) {
    Semaphore free = new Semaphore(underWay);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    for (int i = indexes.nextSetBit(0); i >= 0; i = indexes.nextSetBit(i + 1)) {
      free.acquireUninterruptibly();
      if (failure.get() != null || stopped.getAsBoolean()) {
        free.release();
        break;
      }
      CompletableFuture<Void> unused =
          doing
              .apply(i)
              .whenComplete(
                  (nothing, thrown) -> {
                    if (thrown == null) {
                      done.accept(1);
                    } else {
                      failure.compareAndSet(null, ManagementClient.cause(thrown));
                    }
                    free.release();
                  });
    }
    free.acquireUninterruptibly(underWay);
    if (failure.get() instanceof RuntimeException fault) {
      throw fault;
    }
  }
}
