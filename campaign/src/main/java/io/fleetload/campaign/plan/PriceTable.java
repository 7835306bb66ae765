// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.plan;

import io.fleetload.process.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * The kinds of nodes that a user can have, with their prices. The file is YAML, a list of {@code {
 * type, cpu, memory, price }}, or CSV with these names in its first line; memory is in GiB, the
 * price is of an hour.
 */
public final class PriceTable {
  private static final String OPTION = "--prices";
  private static final List<String> KEYS = List.of("type", "cpu", "memory", "price");
  private static final long MOST_BYTES = 1 << 20;
  private static final int MOST_ROWS = 1_000;

  private PriceTable() {}

  /**
   * Reads a table.
   *
   * @throws UsageException if it cannot be read, or a row lacks something
   */
  public static List<NodeType> read(Path file) throws UsageException {
    List<Map<String, String>> rows =
        file.toString().toLowerCase(Locale.ROOT).endsWith(".csv")
            ? csv(file, text(file))
            : yaml(file, text(file));
    if (rows.isEmpty() || rows.size() > MOST_ROWS) {
      throw new UsageException(
          "%s: %s has %s rows, expected 1 to %s".formatted(OPTION, file, rows.size(), MOST_ROWS));
    }
    List<NodeType> types = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      types.add(type("%s: %s: row %s".formatted(OPTION, file, i + 1), rows.get(i)));
    }
    return types;
  }

  private static String text(Path file) throws UsageException {
    try {
      if (!Files.isRegularFile(file) || Files.size(file) > MOST_BYTES) {
        throw new UsageException(
            "%s: %s: expected a file of YAML or CSV, of 1 MiB at most".formatted(OPTION, file));
      }
      return Files.readString(file);
    } catch (IOException e) {
      throw new UsageException("%s: %s cannot be read as text".formatted(OPTION, file));
    }
  }

  private static List<Map<String, String>> csv(Path file, String text) throws UsageException {
    List<String> lines = text.lines().filter(each -> !each.isBlank()).toList();
    List<Map<String, String>> rows = new ArrayList<>();
    if (lines.isEmpty()) {
      return rows;
    }
    String[] names = lines.get(0).split(",", -1);
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      if (cells.length != names.length) {
        throw new UsageException(
            "%s: %s: row %s has %s values, expected %s"
                .formatted(OPTION, file, rows.size() + 1, cells.length, names.length));
      }
      Map<String, String> row = new LinkedHashMap<>();
      for (int i = 0; i < names.length; i++) {
        row.put(names[i].strip(), cells[i].strip());
      }
      rows.add(row);
    }
    return rows;
  }

  private static List<Map<String, String>> yaml(Path file, String text) throws UsageException {
    Object read;
    try {
      read = new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
    } catch (YAMLException e) {
      throw new UsageException("%s: %s is no YAML".formatted(OPTION, file));
    }
    List<Map<String, String>> rows = new ArrayList<>();
    if (!(read instanceof List<?> list)) {
      throw new UsageException(
          "%s: %s: expected a list of { type, cpu, memory, price }".formatted(OPTION, file));
    }
    for (Object each : list) {
      Map<String, String> row = new LinkedHashMap<>();
      if (each instanceof Map<?, ?> map) {
        map.forEach((key, value) -> row.put(String.valueOf(key), String.valueOf(value)));
      }
      rows.add(row);
    }
    return rows;
  }

  private static NodeType type(String place, Map<String, String> row) throws UsageException {
    for (String key : KEYS) {
      if (row.getOrDefault(key, "").isBlank()) {
        throw new UsageException(
            "%s: %s: is missing, expected %s".formatted(place, key, String.join(", ", KEYS)));
      }
    }
    return new NodeType(
        row.get("type"),
        above0(place, "cpu", row, number(row.get("cpu"))),
        above0(place, "memory", row, NodeType.memory(row.get("memory"))),
        above0(place, "price", row, number(row.get("price"))));
  }

  private static double above0(String place, String key, Map<String, String> row, double value)
      throws UsageException {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new UsageException(
          "%s: %s: found \"%s\", expected a number above 0".formatted(place, key, row.get(key)));
    }
    return value;
  }

  private static double number(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }
}
