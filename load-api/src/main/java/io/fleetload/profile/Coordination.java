// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import io.fleetload.process.KafkaFiles;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.HostPort;
import io.fleetload.quantity.Span;
import java.time.Instant;
import java.util.Map;

/**
 * Place at which the shards of a run agree on when to begin and hand in their books.
 *
 * @param directory where they meet; or null
 * @param kafka where they meet instead; or null
 */
public record Coordination(
    @Doc(
            value = "a directory that all of them see, relative to this file; this, or kafka",
            form = "[\\s\\S]+",
            expected = "a directory")
        String directory,
    @Doc(
            value = "a Kafka that all of them reach; this, or directory",
            byDefault = "that of the target, where it has one and no directory is given")
        Kafka kafka,
    @Doc(
            value =
                "whether a backend with --shards takes part: no shard begins without it, and each"
                    + " gives it its book; false: the shards agree among themselves, and loadtest"
                    + " merge adds the books",
            byDefault = "true")
        Boolean backend,
    @Doc(
            value =
                "the longest wait of a connected shard for the others; after the run, that of the"
                    + " backend for a shard's book",
            byDefault = "2m")
        Span timeout) {

  /**
   * A Kafka, and the two topics of it that the shards use.
   *
   * @param properties may hold secrets; not part of {@link #toString()}
   */
  public record Kafka(
      @Doc(
              value = "its bootstrap servers",
              byDefault = "those of the target, with their properties",
              form = HostPort.LIST,
              expected = HostPort.LIST_EXPECTED)
          String bootstrapServers,
      @Doc(
              value = "further properties of the Kafka clients, such as security.protocol",
              secret = true)
          Map<String, String> properties,
      @Doc(
              value =
                  "how the names of the three topics begin: .control for what the participants note,"
                      + " .decisions for what is agreed, .results for the books",
              byDefault = "fleetload. and run.name",
              form = "[A-Za-z0-9][A-Za-z0-9._-]{0,119}",
              expected = "letters, digits, dot, dash and underscore, 120 at most")
          String topics,
      @Doc(
              value = "replication factor of the topics where they have to be made",
              byDefault = "the broker's own",
              least = 1,
              most = 100)
          Integer replication) {

    /** Fills in what the profile leaves open. */
    public Kafka {
      properties = properties == null ? Map.of() : Map.copyOf(properties);
    }

    private Kafka orAt(Kafka other) {
      return bootstrapServers != null
          ? this
          : new Kafka(
              other.bootstrapServers,
              properties.isEmpty() ? other.properties : properties,
              topics,
              replication == null ? other.replication : replication);
    }

    /** Without what may be secret. */
    @Override
    public String toString() {
      return "Kafka[bootstrapServers=" + bootstrapServers + ", topics=" + topics + "]";
    }
  }

  /** Fills in what the profile leaves open. */
  public Coordination {
    backend = backend == null || backend;
    timeout = timeout == null ? Span.parse("2m") : timeout;
  }

  /** At the target's Kafka, unless the profile names another place. */
  public Coordination orAt(Kafka target) {
    if (directory != null && kafka == null) {
      return this;
    }
    return new Coordination(
        directory, kafka == null ? target : kafka.orAt(target), backend, timeout);
  }

  /**
   * Looks at the files that it names, as a run will.
   *
   * @param now when certificates have to be in force
   */
  public void checkFiles(ProfileChecks checks, Instant now) {
    if (kafka != null) {
      String key = "coordination.kafka.properties";
      checks.file(key, () -> KafkaFiles.check(key, kafka.properties(), now));
    }
  }

  /** Notes what is wrong with it. */
  public void check(ProfileChecks checks) {
    if (directory != null && kafka != null) {
      checks.problem(
          "coordination.kafka",
          "is given together with coordination.directory, expected one of them");
    } else if (directory == null && kafka == null) {
      checks.problem(
          "coordination",
          "says no place, expected directory: /a/directory/that/all/see, or"
              + " kafka: { bootstrapServers: host:port }");
    } else if (directory == null && kafka.bootstrapServers() == null) {
      checks.problem("coordination.kafka.bootstrapServers", "is missing, expected host:port");
    } else if (directory == null) {
      HostPort.check("coordination.kafka.bootstrapServers", kafka.bootstrapServers(), checks);
    }
  }
}
