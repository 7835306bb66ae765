// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body.data;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Reads a file of data into columns; all of them are equally long and hold a row at least. */
public final class DataFile {
  /** Most rows of a file: as many as a generator can hold beside its books. */
  private static final int MOST_ROWS = 1_000_000;

  private static final int ROWS_BETWEEN = 1_000;

  private static final CsvMapper CSV =
      CsvMapper.builder()
          .enable(CsvParser.Feature.WRAP_AS_ARRAY, CsvParser.Feature.SKIP_EMPTY_LINES)
          .enable(CsvParser.Feature.TRIM_SPACES)
          .build();

  private final Map<String, Column> columns = new LinkedHashMap<>();
  private final long room;
  private int rows;

  private DataFile(long room) {
    this.room = room;
  }

  /**
   * Reads a file: {@code .csv} with a line of names, {@code .jsonl} with an object in each line,
   * {@code .json} with an array of objects.
   *
   * @param room most bytes of its values
   * @return the columns by name, in their order
   * @throws DataException with one line that begins with the file if it is of no use
   */
  public static Map<String, Column> read(Path file, long room) throws DataException {
    try {
      DataFile read = new DataFile(room);
      read.take(file);
      return read.columns;
    } catch (JsonProcessingException e) {
      throw new DataException(file + ": " + FaultText.of(e));
    } catch (CharacterCodingException e) {
      throw DataText.notUtf8(file);
    } catch (IOException e) {
      throw new DataException("%s: cannot be read: %s".formatted(file, e.getMessage()));
    } catch (DataException e) {
      throw new DataException(file + ": " + e.getMessage());
    }
  }

  private void take(Path file) throws IOException, DataException {
    String name = file.toString().toLowerCase(Locale.ROOT);
    boolean lines = name.endsWith(".jsonl");
    if (!lines && !name.endsWith(".csv") && !name.endsWith(".json")) {
      throw new DataException("expected a file that ends with .csv, .jsonl or .json");
    }
    if (!Files.isRegularFile(file)) {
      throw new DataException("there is no such file");
    }
    try (BufferedReader text = DataText.of(file)) {
      if (name.endsWith(".csv")) {
        csv(text);
      } else {
        new JsonRows(this).read(text, lines);
      }
    }
    if (rows == 0) {
      throw new DataException("has no rows");
    }
  }

  private void csv(BufferedReader text) throws IOException, DataException {
    Separators.check(text);
    try (MappingIterator<String[]> lines = CSV.readerFor(String[].class).readValues(text)) {
      while (lines.hasNextValue()) {
        String[] line = lines.nextValue();
        if (columns.isEmpty()) {
          header(line);
        } else {
          row(line);
        }
      }
    }
  }

  private void header(String[] names) throws DataException {
    for (String name : names) {
      if (name.isBlank() || columns.put(name, new Column(false)) != null) {
        throw new DataException(
            "the first line names the columns: found \"%s\" %s"
                .formatted(name, name.isBlank() ? "as a name" : "twice"));
      }
    }
  }

  private void row(String[] line) throws DataException {
    begin();
    if (line.length != columns.size()) {
      throw new DataException(
          "write %s values in row %s, one for each name of the first line; it has %s%s"
              .formatted(
                  columns.size(),
                  rows,
                  line.length,
                  line.length > columns.size() ? ", and a value with a comma needs quotes" : ""));
    }
    int i = 0;
    for (Column column : columns.values()) {
      column.add(line[i++], false);
    }
  }

  /** The columns so far, by name. */
  Map<String, Column> columns() {
    return columns;
  }

  /** The number of rows that have begun. */
  int rows() {
    return rows;
  }

  /**
   * Begins a row.
   *
   * @throws DataException if the file has more of them than a program can hold
   */
  void begin() throws DataException {
    if (++rows > MOST_ROWS) {
      throw new DataException("write 1,000,000 rows at most; it has more");
    }
    if (rows % ROWS_BETWEEN == 0 && bytes() > room) {
      throw new DataException(
          "write fewer columns or rows, or give more memory with FLEETLOAD_JAVA_OPTIONS=-Xmx; it has more than %s MB of values, and all data may take half of the memory of this program"
              .formatted(room >> 20));
    }
  }

  private long bytes() {
    return columns.values().stream().mapToLong(Column::bytes).sum();
  }
}
