// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.registry;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import de.bwaldvogel.mongo.exception.NoSuchCommandException;

/**
 * Keeps out of the log what mongo-java-server writes, twice and with a stack trace, when it refuses
 * a command that it does not know. The client gets the refusal. For provisioning, which asks what
 * its user may do, that is an answer.
 */
public final class UnknownCommands extends Filter<ILoggingEvent> {
  private static final String FIRST_LINE = "unknown query";

  @Override
  public FilterReply decide(ILoggingEvent event) {
    boolean refused =
        event.getThrowableProxy() != null
            && event
                .getThrowableProxy()
                .getClassName()
                .equals(NoSuchCommandException.class.getName());
    return refused || event.getMessage().startsWith(FIRST_LINE)
        ? FilterReply.DENY
        : FilterReply.NEUTRAL;
  }
}
