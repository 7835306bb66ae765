// SPDX-License-Identifier: EPL-2.0
package io.fleetload.process;

/** The command line is wrong, or this host cannot do what it asks; one line for the user. */
public final class UsageException extends Exception {
  private static final long serialVersionUID = 1L;

  /** With one line: what is wrong, where, what to write instead. */
  public UsageException(String message) {
    super(message);
  }
}
