// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.key;

import io.fleetload.process.UsageException;

/** Takes the problems that a profile's own checks find; it knows the line of every key path. */
@FunctionalInterface
public interface ProfileChecks {
  /**
   * Notes a problem.
   *
   * @param path the key path, dots between
   * @param message what was found and what is allowed
   */
  void problem(String path, String message);

  /** Notes a problem where there is one. */
  default void when(boolean wrong, String path, String message) {
    if (wrong) {
      problem(path, message);
    }
  }

  /** A look at a file. */
  @FunctionalInterface
  interface FileLook {
    /**
     * Takes it.
     *
     * @throws UsageException with one line if the file is of no use
     */
    void take() throws UsageException;
  }

  /**
   * Notes what is wrong with a file.
   *
   * @param path the key that names it, or one above that
   */
  default void file(String path, FileLook look) {
    try {
      look.take();
    } catch (UsageException e) {
      String said = e.getMessage();
      int colon = said.indexOf(": ");
      boolean names = colon > 0 && (said.substring(0, colon) + ".").startsWith(path + ".");
      problem(names ? said.substring(0, colon) : path, names ? said.substring(colon + 2) : said);
    }
  }
}
