// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.profile;

import io.fleetload.profile.Flow;
import io.fleetload.profile.Timing;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.Inline;
import io.fleetload.quantity.Span;

/** A flow of one of the kinds of the published load test. */
public sealed interface HonoFlow extends Flow
    permits HonoFlow.Telemetry, HonoFlow.Event, HonoFlow.CommandQuery {
  /** The contents of its messages. */
  Contents contents();

  /** Telemetry: confirmable (at least once) or not (at most once). */
  @Doc("telemetry messages")
  public record Telemetry(
      @Inline Timing timing,
      @Inline Contents contents,
      @Doc(value = "CON (at least once) or NON (at most once)", byDefault = "true")
          Boolean confirmable)
      implements HonoFlow {
    /** Fills in what the profile leaves open. */
    public Telemetry {
      confirmable = confirmable == null || confirmable;
    }
  }

  /** Events: at least once. */
  @Doc("event messages; always confirmable")
  public record Event(@Inline Timing timing, @Inline Contents contents) implements HonoFlow {}

  /** Command queries: telemetry with a time to wait for a command. */
  @Doc("telemetry messages that wait for a command, which the device answers")
  public record CommandQuery(
      @Inline Timing timing,
      @Inline Contents contents,
      @Doc(value = "how long the device waits for the command, whole seconds", byDefault = "10s")
          Span ttd,
      @Doc("the command") Command command)
      implements HonoFlow {

    /** The command that the backend writes. */
    public record Command(
        @Doc(
                value = "its subject",
                byDefault = "setBrightness",
                form = "[A-Za-z0-9._-]{1,60}",
                expected = "letters, digits, dot, dash and underscore, 60 at most")
            String subject,
        @Doc(
                value = "the status that the device answers",
                byDefault = "200",
                least = 200,
                most = 599)
            Integer answer) {
      /** Fills in what the profile leaves open. */
      public Command {
        subject = subject == null ? "setBrightness" : subject;
        answer = answer == null ? 200 : answer;
      }
    }

    /** Fills in what the profile leaves open. */
    public CommandQuery {
      ttd = ttd == null ? Span.parse("10s") : ttd;
      command = command == null ? new Command(null, null) : command;
    }
  }
}
