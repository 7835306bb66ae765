// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.part;

/** The reason why the stack is not up, in one line that says what to change. Exit code 3. */
public final class StartFailure extends Exception {

  private static final long serialVersionUID = 1;

  /** Creates a failure; line breaks become blanks, for it is printed as one line. */
  public StartFailure(String line) {
    super(line.replaceAll("\\s+", " ").strip());
  }

  /**
   * Describes the failure of a part that threw: its place, the innermost reason, and what may help.
   */
  public static StartFailure of(Part part, Throwable thrown) {
    Throwable root = thrown;
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof StartFailure said) {
        return said;
      }
      root = t;
    }
    String reason = root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
    return new StartFailure(where(part) + " did not come up: " + reason + hint(part));
  }

  public static StartFailure late(Part part, long seconds) {
    return new StartFailure(where(part) + " did not come up within " + seconds + " s" + hint(part));
  }

  private static String where(Part part) {
    return part.name() + part.listener().map(l -> " at " + l.address()).orElse("");
  }

  private static String hint(Part part) {
    return part.listener().map(l -> "; another port: " + l.option() + ", ").orElse("; ")
        + "details: --verbose";
  }
}
