// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.embedded;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.LoggerFactory;

/**
 * The log of HiveMQ. Its errors go to one consumer. HiveMQ logs the reason of each message that it
 * drops, and counts no reason; this counts them. All else is silent.
 */
public final class BrokerLog extends UnsynchronizedAppenderBase<ILoggingEvent>
    implements Configurator {
  private static final String DROPS = "event.message-dropped";

  private final Map<String, LongAdder> drops = new ConcurrentHashMap<>();
  private volatile Consumer<String> errors = line -> {};

  /** Finds the one of this virtual machine. */
  static BrokerLog own() {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    return (BrokerLog) context.getLogger(DROPS).getAppender(DROPS);
  }

  /** Takes the place of HiveMQ's own settings. */
  @Override
  public ExecutionStatus configure(LoggerContext context) {
    setContext(context);
    setName(DROPS);
    start();
    Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.ERROR);
    root.addAppender(this);
    Logger dropped = context.getLogger(DROPS);
    dropped.setLevel(Level.DEBUG);
    dropped.setAdditive(false);
    dropped.addAppender(this);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  /** Gives further errors to a consumer, each as one line. */
  void errorsTo(Consumer<String> consumer) {
    errors = consumer;
  }

  /**
   * Messages that were dropped, by the reason as HiveMQ says it: {@code
   * the_client_message_queue_is_full}.
   */
  Map<String, Long> drops() {
    return drops.entrySet().stream()
        .collect(Collectors.toMap(it -> label(it.getKey()), it -> it.getValue().sum()));
  }

  @Override
  protected void append(ILoggingEvent event) {
    Object[] arguments = event.getArgumentArray();
    if (!event.getLoggerName().equals(DROPS)) {
      IThrowableProxy why = event.getThrowableProxy();
      String cause = why == null ? "" : " (" + why.getClassName() + ": " + why.getMessage() + ")";
      errors.accept((event.getFormattedMessage() + cause).replaceAll("\\s+", " ").strip());
    } else if (arguments != null && arguments.length == 4) {
      // Client or group, topic, quality of service, reason; a packet that is no message has three.
      // The sizes of the message are behind a comma.
      String reason = String.valueOf(arguments[3]);
      int end = reason.indexOf(',') < 0 ? reason.length() : reason.indexOf(',');
      drops.computeIfAbsent(reason.substring(0, end), it -> new LongAdder()).increment();
    }
  }

  private static String label(String reason) {
    return reason.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
  }
}
