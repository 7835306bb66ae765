package io.fleetload.simulator.device;

import io.fleetload.results.DeviceBook;
import io.fleetload.simulator.measure.FlowBook;

/** One flow of the run: takes each message to its device when its time has come. */
interface FlowRun {
  /** The flow's name. */
  String name();

  /** What becomes of its messages. */
  FlowBook book();

  /** When the next message is due; {@link Long#MAX_VALUE} when none is known. */
  long nextDue();

  /** Takes the next message, which is due, to its device. */
  void fireNext(long now);

  /** A session is there again: what waited for it goes. */
  void release(int session);

  /** Gives up what waited too long for its outcome. */
  void giveUpLate(long now);

  /** Whether nothing is due, waiting or under way any more. */
  boolean drained();

  /** Ends the flow: what still waits is not sent. */
  void end();

  /** The rate asked for between two times from the start of the flows, msg/s; null for none. */
  Double asked(long fromNanos, long toNanos);

  /** An independent copy of the book as it stands. */
  DeviceBook.Flow snapshot();
}
