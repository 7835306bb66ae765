// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.session;

/**
 * Keep-alive of one connection (5:3.1.2.10): a ping before nothing was written for too long, and
 * the end where no answer comes. Times are ticks of its wheel.
 */
final class KeepAlive {
  private final KeepAliveWheel wheel;
  private final MqttSession session;

  /** Its place on the wheel; the tick is -1 if it has no place. */
  KeepAlive next;

  KeepAlive previous;
  int wheelTick = -1;

  private int interval;
  private int patience;
  private int written;

  /** Tick of the first ping without an answer; -1 if there is no such ping. */
  private int pinged = -1;

  KeepAlive(KeepAliveWheel wheel, MqttSession session) {
    this.wheel = wheel;
    this.session = session;
  }

  /**
   * Begins with a connection.
   *
   * @param seconds the longest time in which nothing is written; 0 for any
   * @param pingTimeoutNanos the longest time that the server may take to answer
   */
  void begin(int seconds, long pingTimeoutNanos) {
    int ticks = seconds * KeepAliveWheel.TICKS_A_SECOND;
    interval = ticks - Math.max(2, ticks / 10);
    patience = (int) (pingTimeoutNanos / KeepAliveWheel.TICK_NANOS);
    written = wheel.start();
    pinged = -1;
    if (seconds > 0) {
      wheel.add(this, written + interval);
    }
  }

  void end() {
    wheel.remove(this);
  }

  /** Something is written. */
  void written() {
    written = wheel.now();
  }

  /** The server answered a ping. */
  void answered() {
    pinged = -1;
  }

  /**
   * Does what is to be done in a tick.
   *
   * @return the tick to look again; -1 for never
   */
  int look(int now) {
    if (pinged >= 0 && now >= pinged + patience) {
      session.endUnanswered();
      return -1;
    }
    if (now >= written + interval) {
      session.ping();
      pinged = pinged < 0 ? now : pinged;
    }
    int again = written + interval;
    return pinged < 0 ? again : Math.min(again, pinged + patience);
  }
}
