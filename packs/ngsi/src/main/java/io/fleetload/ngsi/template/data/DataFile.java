// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.template.data;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
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
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Reads a file of data into columns; all of them are equally long and hold a row at least. */
final class DataFile {
  /** What a generator can hold beside its books. */
  private static final int MOST_ROWS = 1_000_000;

  private static final int ROWS_BETWEEN = 1_000;

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();
  private static final CsvMapper CSV =
      CsvMapper.builder()
          .enable(CsvParser.Feature.WRAP_AS_ARRAY, CsvParser.Feature.SKIP_EMPTY_LINES)
          .enable(CsvParser.Feature.TRIM_SPACES)
          .build();

  private DataFile() {}

  static Map<String, Column> read(Path file) throws TemplateException {
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

  private static Map<String, Column> csv(Path file) throws IOException, TemplateException {
    Map<String, Column> columns = new LinkedHashMap<>();
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
    columns.values().forEach(Column::end);
    return columns;
  }

  private static void header(Path file, String[] names, Map<String, Column> columns)
      throws TemplateException {
    for (String name : names) {
      if (name.isBlank() || columns.put(name, new Column()) != null) {
        throw new TemplateException(
            "%s: the first line names the columns: found \"%s\" %s"
                .formatted(file, name, name.isBlank() ? "as a name" : "twice"));
      }
    }
  }

  private static void row(Path file, int row, String[] line, Map<String, Column> columns)
      throws TemplateException {
    if (line.length != columns.size()) {
      throw new TemplateException(
          "%s: row %d has %d values, the first line has %d names"
              .formatted(file, row, line.length, columns.size()));
    }
    notTooMany(file, row, columns);
    int i = 0;
    for (Column column : columns.values()) {
      column.add(line[i++]);
    }
  }

  /** Object by object: a tree of all takes ten times the file. */
  private static Map<String, Column> json(Path file) throws IOException, TemplateException {
    Map<String, Column> columns = new LinkedHashMap<>();
    int rows = 0;
    try (JsonParser parser = JSON.createParser(file.toFile())) {
      if (parser.nextToken() != JsonToken.START_ARRAY) {
        throw new TemplateException("%s: expected an array of objects".formatted(file));
      }
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        JsonNode object = parser.readValueAsTree();
        if (rows == 0) {
          object.fieldNames().forEachRemaining(name -> columns.put(name, new Column()));
          if (columns.isEmpty()) {
            throw new TemplateException("%s: expected objects with members".formatted(file));
          }
        }
        rows++;
        notTooMany(file, rows, columns);
        object(file, rows, object, columns);
      }
      if (parser.nextToken() != null) {
        throw new TemplateException("%s: has more after the end of the array".formatted(file));
      }
    }
    notEmpty(file, rows);
    return columns;
  }

  private static void object(Path file, int row, JsonNode object, Map<String, Column> columns)
      throws TemplateException {
    for (Map.Entry<String, Column> column : columns.entrySet()) {
      JsonNode value = object.path(column.getKey());
      if (value.isMissingNode()) {
        throw new TemplateException(
            "%s: row %d has no %s, which the first row has".formatted(file, row, column.getKey()));
      }
      boolean text = value.isTextual();
      column.getValue().add(text ? value.asText() : value.toString(), !text);
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

  private static void notTooMany(Path file, int rows, Map<String, Column> columns)
      throws TemplateException {
    if (rows > MOST_ROWS) {
      throw new TemplateException("%s: has more than %,d rows".formatted(file, MOST_ROWS));
    }
    long most = Runtime.getRuntime().maxMemory() / 2;
    if (rows % ROWS_BETWEEN == 0
        && columns.values().stream().mapToLong(Column::bytes).sum() > most) {
      throw new TemplateException(
          "%s: has more than %d MB of values, half of the memory of this program; expected fewer columns or rows, or FLEETLOAD_JAVA_OPTIONS=-Xmx with more"
              .formatted(file, most >> 20));
    }
  }
}
