// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.template;

import java.nio.file.Path;
import java.util.Map;
import java.util.Random;

/** The rows of a file of data, and which of them a message has. */
public final class Feeder {
  private final Map<String, Column> columns;
  private final int rows;
  private final Feed.Order order;
  private final Draw draw;
  private final int[] mixed;

  private Feeder(Map<String, Column> columns, int rows, Feed.Order order, Draw draw) {
    this.columns = columns;
    this.rows = rows;
    this.order = order;
    this.draw = draw;
    this.mixed = order == Feed.Order.SHUFFLE ? mixed(rows, draw) : new int[0];
  }

  /**
   * Reads a file of data: {@code .csv} with a header line, {@code .json} with an array of objects.
   *
   * @param name how the profile calls it
   * @param seed the run's
   * @throws TemplateException with one line if it cannot be read or has no rows
   */
  public static Feeder read(String name, Path file, Feed.Order order, long seed)
      throws TemplateException {
    Map<String, Column> columns = DataFile.read(file);
    int rows = columns.values().iterator().next().rows();
    return new Feeder(columns, rows, order, Draw.of(seed, "data." + name));
  }

  /** How many rows the file has. */
  public int rows() {
    return rows;
  }

  /** Whether there may be messages that find no row left: each row is for one of them. */
  public boolean ends() {
    return order == Feed.Order.QUEUE || order == Feed.Order.SHUFFLE;
  }

  Map<String, Column> columns() {
    return columns;
  }

  /** Which row has the message of that number; -1 where none is left. */
  int row(long number) {
    return switch (order) {
      case CIRCULAR -> (int) (number % rows);
      case RANDOM -> (int) draw.below(rows, number, 0);
      case QUEUE -> number < rows ? (int) number : -1;
      case SHUFFLE -> number < rows ? mixed[(int) number] : -1;
    };
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
