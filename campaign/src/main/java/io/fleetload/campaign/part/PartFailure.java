// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.part;

/** A part of the target that could not be ended or begun as was asked. */
public final class PartFailure extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Integer code;

  /**
   * Of a command.
   *
   * @param why one line
   * @param code its exit code; null if no command ended
   */
  public PartFailure(String why, Integer code) {
    super(why);
    this.code = code;
  }

  /** The exit code of the command that failed; null if no command ended. */
  public Integer code() {
    return code;
  }
}
