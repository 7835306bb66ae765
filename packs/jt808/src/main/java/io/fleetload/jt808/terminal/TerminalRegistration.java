// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.terminal;

import io.fleetload.jt808.profile.Terminals;
import io.fleetload.jt808.wire.Authentication;
import io.fleetload.jt808.wire.MessageId;
import io.fleetload.jt808.wire.Registration;
import io.fleetload.jt808.wire.RegistrationReply;
import io.fleetload.jt808.wire.Version;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One terminal's registration, and the code by which it authenticates itself afterwards.
 *
 * <p>By the standard a terminal registers once and keeps its code. That of the published test
 * registers whenever it connects.
 */
final class TerminalRegistration {
  private static final String IMEI = "123456789012345";
  private static final String SOFTWARE = "1";

  private final Outbox outbox;
  private final Supplier<Registration> registration;
  private final Version version;
  private final boolean once;

  /** Code of the terminal; null if it has none, or keeps none. */
  private byte[] kept;

  /** True if the code that it showed is of an earlier connection. */
  private boolean showsKept;

  TerminalRegistration(
      Outbox outbox,
      Supplier<Registration> registration,
      Version version,
      Terminals.Register when) {
    this.outbox = outbox;
    this.registration = registration;
    this.version = version;
    this.once = when == Terminals.Register.ONCE;
  }

  /** Says first what a terminal says on a new connection. */
  void begin() {
    showsKept = kept != null;
    if (showsKept) {
      show(kept);
    } else {
      register();
    }
  }

  private void register() {
    registration.get().write(outbox.begin(MessageId.REGISTRATION));
    outbox.end();
  }

  private void show(byte[] code) {
    new Authentication(code, IMEI, SOFTWARE).write(outbox.begin(MessageId.AUTHENTICATION));
    outbox.end();
  }

  /**
   * The platform answered the registration; a terminal that it lets in shows its code.
   *
   * @return why it does not let the terminal in; empty where it does
   */
  Optional<String> answered(RegistrationReply reply) {
    if (reply.result() != 0) {
      return Optional.of("registration." + reply.result());
    }
    if (version == Version.V2019 && reply.code().length > Authentication.LONGEST_CODE) {
      return Optional.of("registration.codeTooLong");
    }
    kept = once ? reply.code() : null;
    show(reply.code());
    return Optional.empty();
  }

  /**
   * The platform refused the code; one of an earlier connection may be out of date, so the terminal
   * registers again.
   *
   * @return whether it does
   */
  boolean beginsAnew() {
    boolean outOfDate = showsKept;
    kept = null;
    showsKept = false;
    if (outOfDate) {
      register();
    }
    return outOfDate;
  }

  /** Ends the registration where the next connection begins with another one. */
  void end() {
    if (!once) {
      outbox.begin(MessageId.LOGOUT);
      outbox.end();
    }
  }
}
