package io.fleetload.simulator.start;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.shards.Attendance;
import java.time.Instant;
import java.util.Optional;

/**
 * A barrier over a log that the backend reads as well, which leads: it says who is waited for and
 * decides, and is given the shard's book at the end.
 *
 * @param attendance the shard's part of it
 */
public record TopicBarrier(Attendance attendance) implements StartBarrier {
  @Override
  public void enter() throws UsageException, TargetException {
    attendance.enter();
  }

  @Override
  public void ready() throws TargetException {
    attendance.ready();
  }

  @Override
  public Optional<Instant> look() throws TargetException {
    return attendance.look();
  }

  @Override
  public void leave() {
    attendance.leave();
  }

  @Override
  public void giveUp(String why) {
    attendance.giveUp(why);
  }
}
