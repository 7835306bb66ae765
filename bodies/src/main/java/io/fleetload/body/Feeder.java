// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.function.LongToIntFunction;

/**
 * The rows of a file of data, and which of them a message has.
 *
 * @param ends whether each row is for one message, so that there may be no row left
 * @param choice finds the row of the message with a number; -1 if no row is left
 */
record Feeder(Map<String, Column> columns, int rows, boolean ends, LongToIntFunction choice) {

  /**
   * Reads a file of data: {@code .csv} with a header line, {@code .json} with an array of objects.
   *
   * @param name how the profile calls it
   * @param seed of the run
   * @throws TemplateException with one line if it cannot be read or has no rows
   */
  static Feeder read(String name, Path file, Feed.Order order, long seed) throws TemplateException {
    Map<String, Column> columns = DataFile.read(file);
    int rows = columns.values().iterator().next().rows();
    Draw draw = Draw.of(seed, "data." + name);
    boolean ends = order == Feed.Order.QUEUE || order == Feed.Order.SHUFFLE;
    int[] mixed = order == Feed.Order.SHUFFLE ? mixed(rows, draw) : null;
    return new Feeder(
        columns,
        rows,
        ends,
        switch (order) {
          case CIRCULAR -> number -> (int) (number % rows);
          case RANDOM -> number -> (int) draw.below(rows, number, 0);
          case QUEUE -> number -> number < rows ? (int) number : -1;
          case SHUFFLE -> number -> number < rows ? mixed[(int) number] : -1;
        });
  }

  private static int[] mixed(int rows, Draw draw) {
    int[] order = new int[rows];
    Random random = new Random(draw.bits(0, 0));
    for (int i = 0; i < rows; i++) {
      int other = random.nextInt(i + 1);
      order[i] = order[other];
      order[other] = i;
    }
    return order;
  }
}
