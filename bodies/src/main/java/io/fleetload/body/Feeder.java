// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import io.fleetload.body.data.Column;
import io.fleetload.body.data.DataException;
import io.fleetload.body.data.DataFile;
import io.fleetload.profile.Feed;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.function.LongToIntFunction;

/**
 * The rows of a file of data, and which of them a message has.
 *
 * @param devices number of devices, each of which has one row for all of its messages; 0 if the row
 *     is the message's
 * @param ends whether each row is taken once, so that there may be no row left
 * @param choice finds the row of the message or the device with a number; -1 if no row is left
 */
record Feeder(
    Path file,
    Map<String, Column> columns,
    int rows,
    int devices,
    boolean ends,
    LongToIntFunction choice) {

  /**
   * Reads a file of data.
   *
   * @param name how the profile calls it
   * @param seed of the run
   * @param room most bytes of its values
   * @throws TemplateException with one line if it cannot be read or has no rows
   */
  static Feeder read(String name, Path file, Feed.Order order, long seed, long room)
      throws TemplateException {
    Map<String, Column> columns;
    try {
      columns = DataFile.read(file, room);
    } catch (DataException e) {
      throw new TemplateException(e.getMessage());
    }
    int rows = columns.values().iterator().next().rows();
    Draw draw = Draw.of(seed, "data." + name);
    boolean ends = order == Feed.Order.QUEUE || order == Feed.Order.SHUFFLE;
    int[] mixed = order == Feed.Order.SHUFFLE ? mixed(rows, draw) : null;
    return new Feeder(
        file,
        columns,
        rows,
        0,
        ends,
        switch (order) {
          case CIRCULAR -> number -> (int) (number % rows);
          case RANDOM -> number -> (int) draw.below(rows, number, 0);
          case QUEUE -> number -> number < rows ? (int) number : -1;
          case SHUFFLE -> number -> number < rows ? mixed[(int) number] : -1;
        });
  }

  /**
   * The same rows, one for each device.
   *
   * @throws TemplateException with one line if each row is taken once, and there are fewer of them
   */
  Feeder ofDevices(int devices) throws TemplateException {
    if (ends && rows < devices) {
      throw new TemplateException(
          "%s: write a row for each of the %s devices, or order: circular, which begins again; it has %s rows"
              .formatted(file, devices, rows));
    }
    return new Feeder(file, columns, rows, devices, ends, choice);
  }

  /** The bytes that its values take. */
  long bytes() {
    return columns.values().stream().mapToLong(Column::bytes).sum();
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
