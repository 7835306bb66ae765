// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.view;

import java.util.Map;
import java.util.Properties;

/**
 * The terminal that the run was started on.
 *
 * @param columns its width; 0 without a terminal, or with one that cannot write over its lines
 * @param rows its height; 0 if it is not known
 * @param colour whether lines may have a colour
 */
public record Terminal(int columns, int rows, boolean colour) {
  /** No terminal: a file, a pipe. */
  public static final Terminal NONE = new Terminal(0, 0, false);

  /**
   * The terminal as the {@code loadtest} script found it.
   *
   * @param properties with {@code fleetload.columns} and {@code fleetload.rows}
   * @param environment with {@code TERM}, and with {@code NO_COLOR} where colours are not wanted
   */
  static Terminal of(Properties properties, Map<String, String> environment) {
    String term = environment.getOrDefault("TERM", "");
    int columns = number(properties.getProperty("fleetload.columns"));
    if (columns <= 0 || term.isEmpty() || term.equals("dumb")) {
      return NONE;
    }
    return new Terminal(
        columns,
        number(properties.getProperty("fleetload.rows")),
        environment.getOrDefault("NO_COLOR", "").isEmpty());
  }

  private static int number(String text) {
    return text != null && text.matches("\\d{1,4}") ? Integer.parseInt(text) : 0;
  }
}
