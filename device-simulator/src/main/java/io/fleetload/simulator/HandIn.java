package io.fleetload.simulator;

import io.fleetload.hono.HonoProfile;
import io.fleetload.process.TargetException;
import io.fleetload.progress.ToolEvent;
import io.fleetload.progress.ToolEvents;
import io.fleetload.results.DeviceBook;
import io.fleetload.results.Shard;
import io.fleetload.shards.Attendance;
import io.fleetload.shards.BookSender;
import io.fleetload.shards.ProfileDigest;
import io.fleetload.shards.TopicLogs;
import io.fleetload.shards.kafka.KafkaLogs;
import io.fleetload.simulator.start.StartBarrier;
import io.fleetload.simulator.start.TopicBarrier;
import io.fleetload.stamp.RunId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.UUID;

/** What a shard has to do with a backend that leads: it is told the start, and gives its book. */
final class HandIn {
  private final HonoProfile profile;
  private final RunId runId;
  private final String process = UUID.randomUUID().toString();
  private Attendance attendance;
  private BookSender sender;

  HandIn(HonoProfile profile, RunId runId) {
    this.profile = profile;
    this.runId = runId;
  }

  /** The barrier of a shard. */
  StartBarrier barrier(Shard shard) {
    TopicLogs logs = new KafkaLogs(profile);
    attendance =
        new Attendance(
            logs,
            runId.toString(),
            shard,
            ProfileDigest.of(profile),
            process,
            profile.run().barrierTimeout(),
            Clock.systemUTC());
    sender = new BookSender(logs, runId.toString(), shard, process);
    return new TopicBarrier(attendance);
  }

  /**
   * Gives the backend the book, where it waits for one.
   *
   * @throws TargetException if it cannot be given; the book is on this host's disk only
   * @throws IOException if the book cannot be read
   */
  void bookIn(Path directory, ToolEvents.Teller teller) throws TargetException, IOException {
    if (attendance != null && attendance.begins()) {
      sender.send(directory.resolve(DeviceBook.FILE));
      teller.tell(new ToolEvent.Said(Simulation.TOOL, "the backend has this shard's book"));
    }
  }
}
