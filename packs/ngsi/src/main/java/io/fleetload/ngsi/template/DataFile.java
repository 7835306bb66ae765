// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.template;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads a file of data into columns; all of them are equally long and hold a row at least. */
final class DataFile {
  /** What a generator can hold beside its books. */
  private static final int MOST_ROWS = 1_000_000;

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(
              DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS,
              DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();
  private static final CsvMapper CSV =
      CsvMapper.builder()
          .enable(CsvParser.Feature.WRAP_AS_ARRAY, CsvParser.Feature.SKIP_EMPTY_LINES)
          .enable(CsvParser.Feature.TRIM_SPACES)
          .build();

  private DataFile() {}

  static Map<String, List<Cell>> read(Path file) throws TemplateException {
    String name = file.toString().toLowerCase(Locale.ROOT);
    if (!name.endsWith(".csv") && !name.endsWith(".json")) {
      throw new TemplateException(
          "%s: expected a file that ends with .csv or .json".formatted(file));
    }
    if (!Files.isRegularFile(file)) {
      throw new TemplateException("%s: there is no such file".formatted(file));
    }
    try {
      return name.endsWith(".csv") ? csv(file) : json(file);
    } catch (JsonProcessingException e) {
      throw new TemplateException("%s: %s".formatted(file, JsonFault.of(e)));
    } catch (IOException e) {
      throw new TemplateException("%s: cannot be read: %s".formatted(file, e.getMessage()));
    }
  }

  private static Map<String, List<Cell>> csv(Path file) throws IOException, TemplateException {
    Map<String, List<String>> columns = new LinkedHashMap<>();
    int rows = 0;
    try (MappingIterator<String[]> lines =
        CSV.readerFor(String[].class).readValues(Files.newInputStream(file))) {
      while (lines.hasNextValue()) {
        String[] line = lines.nextValue();
        if (columns.isEmpty()) {
          header(file, line, columns);
        } else {
          row(file, ++rows, line, columns);
        }
      }
    }
    notEmpty(file, rows);
    Map<String, List<Cell>> cells = new LinkedHashMap<>();
    columns.forEach((name, texts) -> cells.put(name, Cell.column(texts)));
    return cells;
  }

  private static void header(Path file, String[] names, Map<String, List<String>> columns)
      throws TemplateException {
    for (String name : names) {
      if (name.isBlank() || columns.put(name, new ArrayList<>()) != null) {
        throw new TemplateException(
            "%s: the first line names the columns: found \"%s\" %s"
                .formatted(file, name, name.isBlank() ? "as a name" : "twice"));
      }
    }
  }

  private static void row(Path file, int row, String[] line, Map<String, List<String>> columns)
      throws TemplateException {
    if (line.length != columns.size()) {
      throw new TemplateException(
          "%s: row %d has %d values, the first line has %d names"
              .formatted(file, row, line.length, columns.size()));
    }
    notTooMany(file, row);
    int i = 0;
    for (List<String> column : columns.values()) {
      column.add(line[i++]);
    }
  }

  private static Map<String, List<Cell>> json(Path file) throws IOException, TemplateException {
    JsonNode all = JSON.readTree(file.toFile());
    if (!all.isArray()) {
      throw new TemplateException("%s: expected an array of objects".formatted(file));
    }
    notEmpty(file, all.size());
    notTooMany(file, all.size());
    Map<String, List<Cell>> columns = new LinkedHashMap<>();
    all.get(0).fieldNames().forEachRemaining(name -> columns.put(name, new ArrayList<>()));
    if (columns.isEmpty()) {
      throw new TemplateException("%s: expected objects with members".formatted(file));
    }
    for (int row = 0; row < all.size(); row++) {
      object(file, row + 1, all.get(row), columns);
    }
    return columns;
  }

  private static void object(Path file, int row, JsonNode object, Map<String, List<Cell>> columns)
      throws TemplateException {
    for (Map.Entry<String, List<Cell>> column : columns.entrySet()) {
      JsonNode value = object.path(column.getKey());
      if (value.isMissingNode()) {
        throw new TemplateException(
            "%s: row %d has no %s, which the first row has".formatted(file, row, column.getKey()));
      }
      column
          .getValue()
          .add(
              value.isTextual()
                  ? new Cell(value.asText(), false)
                  : new Cell(value.toString(), true));
    }
    Iterator<String> names = object.fieldNames();
    while (names.hasNext()) {
      String name = names.next();
      if (!columns.containsKey(name)) {
        throw new TemplateException(
            "%s: row %d has %s, which the first row has not".formatted(file, row, name));
      }
    }
  }

  private static void notEmpty(Path file, int rows) throws TemplateException {
    if (rows == 0) {
      throw new TemplateException("%s: has no rows".formatted(file));
    }
  }

  private static void notTooMany(Path file, int rows) throws TemplateException {
    if (rows > MOST_ROWS) {
      throw new TemplateException("%s: has more than %,d rows".formatted(file, MOST_ROWS));
    }
  }
}
