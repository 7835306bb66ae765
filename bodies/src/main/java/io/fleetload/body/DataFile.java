// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

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
  /** Most rows of a file: as many as a generator can hold beside its books. */
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

  private final Map<String, Column> columns = new LinkedHashMap<>();
  private int rows;

  private DataFile() {}

  static Map<String, Column> read(Path file) throws TemplateException {
    try {
      DataFile read = new DataFile();
      read.take(file);
      return read.columns;
    } catch (JsonProcessingException e) {
      throw TemplateException.of(file + ": ", e);
    } catch (IOException e) {
      throw new TemplateException("%s: cannot be read: %s".formatted(file, e.getMessage()));
    } catch (TemplateException e) {
      throw new TemplateException(file + ": " + e.getMessage());
    }
  }

  private void take(Path file) throws IOException, TemplateException {
    String name = file.toString().toLowerCase(Locale.ROOT);
    if (!name.endsWith(".csv") && !name.endsWith(".json")) {
      throw new TemplateException("expected a file that ends with .csv or .json");
    }
    if (!Files.isRegularFile(file)) {
      throw new TemplateException("there is no such file");
    }
    if (name.endsWith(".csv")) {
      csv(file);
    } else {
      json(file);
    }
    if (rows == 0) {
      throw new TemplateException("has no rows");
    }
  }

  private void csv(Path file) throws IOException, TemplateException {
    try (MappingIterator<String[]> lines =
        CSV.readerFor(String[].class).readValues(Files.newInputStream(file))) {
      while (lines.hasNextValue()) {
        String[] line = lines.nextValue();
        if (columns.isEmpty()) {
          header(line);
        } else {
          row(line);
        }
      }
    }
    columns.values().forEach(Column::end);
  }

  private void header(String[] names) throws TemplateException {
    for (String name : names) {
      if (name.isBlank() || columns.put(name, new Column()) != null) {
        throw new TemplateException(
            "the first line names the columns: found \"%s\" %s"
                .formatted(name, name.isBlank() ? "as a name" : "twice"));
      }
    }
  }

  private void row(String[] line) throws TemplateException {
    nextRow();
    if (line.length != columns.size()) {
      throw new TemplateException(
          "row %s has %s values, the first line has %s names"
              .formatted(rows, line.length, columns.size()));
    }
    int i = 0;
    for (Column column : columns.values()) {
      column.add(line[i++]);
    }
  }

  /** Object by object: a tree of all takes ten times the file. */
  private void json(Path file) throws IOException, TemplateException {
    try (JsonParser parser = JSON.createParser(file.toFile())) {
      if (parser.nextToken() != JsonToken.START_ARRAY) {
        throw new TemplateException("expected an array of objects");
      }
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        row((JsonNode) parser.readValueAsTree());
      }
      if (parser.nextToken() != null) {
        throw new TemplateException("has more after the end of the array");
      }
    }
  }

  private void row(JsonNode object) throws TemplateException {
    if (rows == 0) {
      object.fieldNames().forEachRemaining(name -> columns.put(name, new Column()));
      if (columns.isEmpty()) {
        throw new TemplateException("expected objects with members");
      }
    }
    nextRow();
    for (Map.Entry<String, Column> column : columns.entrySet()) {
      JsonNode value = object.path(column.getKey());
      if (value.isMissingNode()) {
        throw new TemplateException(
            "row %s has no %s, which the first row has".formatted(rows, column.getKey()));
      }
      boolean text = value.isTextual();
      column.getValue().add(text ? value.asText() : value.toString(), !text);
    }
    Iterator<String> names = object.fieldNames();
    while (names.hasNext()) {
      String name = names.next();
      if (!columns.containsKey(name)) {
        throw new TemplateException(
            "row %s has %s, which the first row has not".formatted(rows, name));
      }
    }
  }

  private void nextRow() throws TemplateException {
    if (++rows > MOST_ROWS) {
      throw new TemplateException("has more than 1,000,000 rows");
    }
    long most = Runtime.getRuntime().maxMemory() / 2;
    if (rows % ROWS_BETWEEN == 0
        && columns.values().stream().mapToLong(Column::bytes).sum() > most) {
      throw new TemplateException(
          "has more than %s MB of values, half of the memory of this program; expected fewer columns or rows, or FLEETLOAD_JAVA_OPTIONS=-Xmx with more"
              .formatted(most >> 20));
    }
  }
}
