// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollEventArray;
import io.netty.channel.epoll.Native;
import io.netty.channel.unix.FileDescriptor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.nio.channels.Selector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A timer of Linux (timerfd) among the channels of a selector. So the selector's thread is woken
 * once for what is due. {@link AlarmClock} has to wake a thread of its own first.
 *
 * <p>The JDK has no call for such a timer; Netty's native library has, for its own event loop: it
 * sets the timer and then waits for an epoll. The epoll that it waits for here always has something
 * ready.
 */
final class SelectorAlarm implements Alarm {
  private static final Logger LOG = LoggerFactory.getLogger(SelectorAlarm.class);
  private static final Path OPEN_FILES = Path.of("/proc/self/fd");
  private static final int EPOLLIN = 1;

  /** Ready once for each ring, although nothing reads from the timer. */
  private static final int EPOLLET = 1 << 31;

  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final long TRIAL_NANOS = 100_000L;
  private static final long TRIAL_MILLIS = 1_000L;
  private static final long NEVER = Long.MAX_VALUE;

  private final long leastNanos;
  private final FileDescriptor timer = Native.newTimerFd();
  private final FileDescriptor ready = Native.newEventFd();
  private final FileDescriptor neverWaits = Native.newEpollCreate();
  private final EpollEventArray events;
  private long setNanos = NEVER;
  private long earliestNanos = System.nanoTime();

  private SelectorAlarm(int epoll, long leastNanos)
      throws IOException, ReflectiveOperationException {
    this.leastNanos = leastNanos;
    Constructor<EpollEventArray> array = EpollEventArray.class.getDeclaredConstructor(int.class);
    array.setAccessible(true);
    this.events = array.newInstance(1);
    Native.eventFdWrite(ready.intValue(), 1);
    Native.epollCtlAdd(neverWaits.intValue(), ready.intValue(), EPOLLIN);
    Native.epollCtlAdd(epoll, timer.intValue(), EPOLLIN | EPOLLET);
  }

  /**
   * A selector with such an alarm.
   *
   * @param leastNanos between two rings
   * @return nothing where the host is not Linux, Netty's library is not there, or the alarm does
   *     not ring
   * @throws IOException if this host cannot open a selector
   */
  static Optional<WithSelector> open(long leastNanos) throws IOException {
    if (!Files.isDirectory(OPEN_FILES) || !Epoll.isAvailable()) {
      return Optional.empty();
    }
    Set<Integer> others = epolls();
    Selector selector = Selector.open();
    // Another thread may have opened one at the same moment; then a trial tells which is ours.
    for (int epoll : opened(others, epolls())) {
      try {
        SelectorAlarm alarm = new SelectorAlarm(epoll, leastNanos);
        if (alarm.rings(selector)) {
          return Optional.of(new WithSelector(selector, alarm));
        }
        alarm.close();
      } catch (IOException | ReflectiveOperationException | LinkageError e) {
        LOG.debug("no timer for the selector", e);
      }
    }
    selector.close();
    return Optional.empty();
  }

  /**
   * Returns the epolls that may have been opened; all of them where ours has the number of a closed
   * one.
   */
  static Set<Integer> opened(Set<Integer> before, Set<Integer> after) {
    Set<Integer> opened = new HashSet<>(after);
    opened.removeAll(before);
    return opened.isEmpty() ? after : opened;
  }

  private static Set<Integer> epolls() throws IOException {
    try (Stream<Path> files = Files.list(OPEN_FILES)) {
      return files
          .filter(SelectorAlarm::isEpoll)
          .map(file -> Integer.valueOf(file.getFileName().toString()))
          .collect(Collectors.toSet());
    }
  }

  private static boolean isEpoll(Path file) {
    try {
      return Files.readSymbolicLink(file).toString().equals("anon_inode:[eventpoll]");
    } catch (IOException closedMeanwhile) {
      return false;
    }
  }

  private boolean rings(Selector selector) throws IOException {
    long begun = System.nanoTime();
    at(begun + TRIAL_NANOS);
    selector.select(TRIAL_MILLIS);
    return System.nanoTime() - begun < TimeUnit.MILLISECONDS.toNanos(TRIAL_MILLIS);
  }

  @Override
  @SuppressWarnings("deprecation") // Netty 4.2 still has it, and a test fails where it is gone
  public void at(long nanos) {
    long now = System.nanoTime();
    if (setNanos <= now) {
      earliestNanos = setNanos + leastNanos;
      setNanos = NEVER;
    }
    long next = Math.max(nanos, earliestNanos);
    if (next == setNanos) {
      return;
    }
    setNanos = next;
    // Zero would mean no timer.
    long left = Math.max(1, next - now);
    try {
      Native.epollWait(
          neverWaits,
          events,
          timer,
          Math.toIntExact(left / NANOS_PER_SECOND),
          Math.toIntExact(left % NANOS_PER_SECOND));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      timer.close();
      neverWaits.close();
      ready.close();
    } catch (IOException e) {
      LOG.debug("closing a timer", e);
    }
  }

  /** A selector and what wakes it. */
  record WithSelector(Selector selector, Alarm alarm) {}
}
