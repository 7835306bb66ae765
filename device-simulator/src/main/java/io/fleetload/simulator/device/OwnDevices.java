package io.fleetload.simulator.device;

import io.fleetload.results.Shard;
import io.fleetload.results.Turns;
import java.util.stream.IntStream;

/**
 * The devices of a fleet that this process drives: all, or those of its shard. Devices are numbered
 * by the whole fleet everywhere; their <em>place</em> is their number among the own ones, so that
 * what is kept for each device is kept for the own ones only.
 *
 * @param fleet how many devices the whole fleet has
 * @param shard which of them are this process's own
 */
public record OwnDevices(int fleet, Shard shard) {

  /** Refuses a shard without a device. */
  public OwnDevices {
    if (shard.share(fleet) == 0) {
      throw new IllegalArgumentException("shard " + shard + " has no device of " + fleet);
    }
  }

  /** All devices of a fleet. */
  public static OwnDevices all(int fleet) {
    return new OwnDevices(fleet, Shard.WHOLE);
  }

  /** How many they are. */
  public int count() {
    return shard.share(fleet);
  }

  /** All of them, the smallest first. */
  public IntStream devices() {
    return IntStream.range(0, count()).map(this::device);
  }

  /** How many of the first so many devices are own ones. */
  int of(int first) {
    return shard.share(first);
  }

  /** Whether a device is one of them. */
  boolean has(int device) {
    return device % shard.of() == shard.number() - 1;
  }

  /** The device at a place. */
  public int device(int place) {
    return place * shard.of() + shard.number() - 1;
  }

  /** The place of an own device. */
  public int place(int device) {
    return device / shard.of();
  }

  /**
   * This process's part of a rate over the whole fleet. Every shard's rate a device is the same, so
   * the parts add up to the whole.
   */
  double part(double rate) {
    return rate * count() / fleet;
  }

  /**
   * The first message from a number on that is the turn of an own device. Found at once: turns go
   * round the fleet, and of k devices in a row one is own, except where a new round begins.
   *
   * @param turns which device sends which message; over the whole fleet
   * @param n where to begin
   */
  long nextOwn(Turns turns, long n) {
    int device = turns.device(Math.toIntExact(n));
    int ahead = Math.floorMod(shard.number() - 1 - device, shard.of());
    return device + ahead < fleet ? n + ahead : n + (fleet - device) + (shard.number() - 1);
  }
}
