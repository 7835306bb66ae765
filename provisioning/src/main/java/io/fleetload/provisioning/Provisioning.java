package io.fleetload.provisioning;

import com.mongodb.MongoException;
import io.fleetload.hono.DeviceKeys;
import io.fleetload.hono.HonoProfile;
import io.fleetload.hono.HonoTarget;
import io.fleetload.hono.Topics;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.progress.ToolEvent;
import io.fleetload.progress.ToolEvents;
import io.fleetload.provisioning.registry.CredentialsDocument;
import io.fleetload.provisioning.registry.DeviceDocument;
import io.fleetload.provisioning.registry.DeviceNames;
import io.fleetload.provisioning.registry.Envelope;
import io.fleetload.provisioning.registry.FleetSurvey;
import io.fleetload.provisioning.registry.FleetWriter;
import io.fleetload.provisioning.registry.RegistryDatabase;
import io.fleetload.provisioning.registry.RegistryIndexes;
import io.fleetload.provisioning.registry.Tally;
import io.fleetload.provisioning.registry.TenantEntry;
import io.fleetload.provisioning.topics.KafkaCluster;
import io.fleetload.provisioning.topics.TenantTopics;
import io.fleetload.results.ExitCode;
import java.time.Clock;

/**
 * Brings the system under test to what a profile asks for. Everything that can refuse comes before
 * the first write: Kafka's answer, the tenant's state, foreign devices with our names.
 */
public final class Provisioning {
  private final HonoProfile profile;
  private final ToolEvents.Teller teller;
  private final StopSignal stop;
  private final Clock clock;
  private final Kafka kafkaOf;

  /** Where a target's Kafka comes from. */
  @FunctionalInterface
  interface Kafka {
    KafkaCluster open(HonoTarget target) throws UsageException, TargetException;
  }

  /**
   * Of a profile.
   *
   * @param stop ends it between two batches
   * @param clock what {@code created} and {@code updatedOn} are taken from
   */
  public Provisioning(HonoProfile profile, ToolEvents.Teller teller, StopSignal stop, Clock clock) {
    this(profile, teller, stop, clock, KafkaCluster::open);
  }

  Provisioning(
      HonoProfile profile, ToolEvents.Teller teller, StopSignal stop, Clock clock, Kafka kafkaOf) {
    this.profile = profile;
    this.teller = teller;
    this.stop = stop;
    this.clock = clock;
    this.kafkaOf = kafkaOf;
  }

  /**
   * Creates what is missing, corrects what differs, leaves the rest.
   *
   * @throws TargetException if MongoDB or Kafka is not there or what stands there forbids it
   * @throws UsageException if the profile names no MongoDB or properties that make no client
   * @throws InterruptedException if the thread was interrupted
   */
  public ExitCode apply() throws TargetException, UsageException, InterruptedException {
    HonoTarget target = profile.target();
    if (!target.provision()) {
      say("target.provision is false: nothing is written, only checked");
      return check();
    }
    try (RegistryDatabase database = open();
        KafkaCluster kafka = kafkaOf.open(target)) {
      TenantTopics topics = topics(kafka);
      try {
        Envelope envelope = new Envelope(tenantId(), clock);
        TenantEntry tenant = new TenantEntry(database, envelope);
        tenant.requireUsable();
        FleetSurvey survey = survey(database, envelope);
        if (stopped()) {
          return interrupted("nothing is written");
        }
        survey.requireNoForeign();
        new RegistryIndexes(database).create().ifPresent(this::say);
        String done = "tenant %s: %s".formatted(tenantId(), tenant.apply());
        FleetWriter writer = new FleetWriter(survey, envelope, this::stopped, this::say);
        Tally devices = writer.write(database.devices(), survey.devices());
        done += "; devices: " + devices;
        if (!stopped()) {
          Tally credentials = writer.write(database.credentials(), survey.credentials());
          done += "; credentials: " + credentials;
        }
        if (stopped()) {
          return interrupted(done);
        }
        TenantTopics.Changes changes = topics.apply();
        changes.larger().forEach(this::say);
        done += "; topics: " + changes;
        if (!changes.ready()) {
          return interrupted(done);
        }
        say(done);
        return ExitCode.PASSED;
      } catch (MongoException e) {
        throw database.trouble(e);
      }
    }
  }

  /**
   * Writes nothing; looks whether the tenant and all of its devices are there.
   *
   * @throws TargetException if they are not, or MongoDB is not reachable
   * @throws UsageException if the profile names no MongoDB
   */
  public ExitCode check() throws TargetException, UsageException {
    try (RegistryDatabase database = open()) {
      try {
        Envelope envelope = new Envelope(tenantId(), clock);
        new TenantEntry(database, envelope).requireThere();
        FleetSurvey survey = survey(database, envelope);
        if (stopped()) {
          return interrupted("not all is checked");
        }
        survey.requireComplete();
        say(
            "tenant %s has its %d devices in %s"
                .formatted(tenantId(), profile.devices().count(), database.place()));
        return ExitCode.PASSED;
      } catch (MongoException e) {
        throw database.trouble(e);
      }
    }
  }

  private RegistryDatabase open() throws TargetException, UsageException {
    return RegistryDatabase.open(profile.target().mongodb(), profile.target().database());
  }

  private TenantTopics topics(KafkaCluster kafka) throws TargetException, InterruptedException {
    kafka.requireReachable();
    Integer replication = profile.target().replication();
    return new TenantTopics(kafka, new Topics(tenantId()).partitions(), replication, this::stopped);
  }

  private FleetSurvey survey(RegistryDatabase database, Envelope envelope) {
    DeviceNames names = new DeviceNames(profile.devices());
    FleetSurvey survey =
        new FleetSurvey(
            database,
            envelope,
            names,
            new DeviceDocument(),
            new CredentialsDocument(new DeviceKeys(profile.devices().psk())));
    survey.look(this::stopped);
    return survey;
  }

  private String tenantId() {
    return profile.tenant().id();
  }

  private boolean stopped() {
    return stop.why() != null;
  }

  private ExitCode interrupted(String done) {
    say("interrupted; " + done + "; run it again to complete it");
    return ExitCode.INTERRUPTED;
  }

  private void say(String text) {
    teller.tell(new ToolEvent.Said(ProvisioningCommand.NAME, text));
  }
}
