// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.rig.Golden;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DataFileTest {
  private static final String BOM = "\ufeff";
  private static final long ROOM = 1 << 28;

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\r"})
  void aByteOrderMarkIsIgnoredWhateverEndsALine(String end) throws Exception {
    for (String mark : new String[] {"", BOM}) {
      String lines = String.join(end, mark + "id,note", "007,\"a, b\"", "", "1E5,ü", "");
      Map<String, Column> columns =
          DataFile.read(written("a.csv", lines, StandardCharsets.UTF_8), ROOM);

      assertThat(columns).containsOnlyKeys("id", "note");
      assertThat(column(columns, "id")).isEqualTo("007|1E5");
      assertThat(column(columns, "note")).isEqualTo("a, b|ü");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\n\n", " "})
  void objectsOneAfterTheOtherAreRows(String end) throws Exception {
    String text = BOM + "{\"id\":\"007\",\"v\":1E5}" + end + "{\"v\":[1.50, {}],\"id\":\"\"}" + end;
    Map<String, Column> columns =
        DataFile.read(written("a.jsonl", text, StandardCharsets.UTF_8), ROOM);

    assertThat(column(columns, "id")).isEqualTo("007|");
    assertThat(column(columns, "v")).isEqualTo("1E5|[1.50,{}]");
  }

  @Test
  void everyCellOfCsvIsTheTextBetweenItsCommas() throws Exception {
    String csv = "id,v\n007,1E5\n12345678901234567890,NaN\n,\n  a b , \" c \"\n-0.10,\"x\ny\"\n";
    Map<String, Column> columns =
        DataFile.read(written("a.csv", csv, StandardCharsets.UTF_8), ROOM);

    assertThat(column(columns, "id")).isEqualTo("007|12345678901234567890||a b|-0.10");
    assertThat(column(columns, "v")).isEqualTo("1E5|NaN|| c |x\ny");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "`id;v\\n1;2\\n` ~ line 1 has semicolons: \"id;v\"",
        "`\\n\"id\";\"v\"\\n1;2\\n` ~ line 2 has semicolons: \"\"id\";\"v\"\"",
        "`id\tv\\n1,5\t2\\n` ~ line 1 has tabs: ",
        "`id|v\\n1|2\\n` ~ line 1 has vertical bars: \"id|v\"",
        "`\"a,b\";v\\n1;2\\n` ~ line 1 has semicolons: \"\"a,b\";v\"",
      })
  void aWrongSeparatorIsNamed(String csv, String says) throws Exception {
    Path file = written("a.csv", csv.replace("\\n", "\n"), StandardCharsets.UTF_8);

    assertThatThrownBy(() -> DataFile.read(file, ROOM))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith(file + ": write commas between the columns; ")
        .hasMessageContaining(says);
  }

  @Test
  void anotherCharacterThanACommaMayBeInANameBesideOne() throws Exception {
    Path file = written("a.csv", "a;b,c|d\n1,2\n", StandardCharsets.UTF_8);

    assertThat(DataFile.read(file, ROOM)).containsOnlyKeys("a;b", "c|d");
  }

  @ParameterizedTest
  @CsvSource({
    "a.csv, ISO-8859-1",
    "a.csv, UTF-16",
    "a.csv, UTF-16LE",
    "a.csv, UTF-16BE",
    "a.jsonl, ISO-8859-1",
    "a.jsonl, UTF-16",
  })
  void aFileThatIsNotUtf8IsOneLine(String name, String charset) throws Exception {
    String text = name.equals("a.csv") ? "id,v\n1,2\nü,3\n" : "{\"v\":1}\n\n{\"v\":\"ü\"}\n";
    Path file = written(name, text, Charset.forName(charset));

    assertThatThrownBy(() -> DataFile.read(file, ROOM))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith(file + ": save it as UTF-8; ")
        .hasMessageEndingWith(charset.equals("ISO-8859-1") ? " line 3 is not" : " it is UTF-16")
        .message()
        .satisfies(
            message ->
                Golden.of("template")
                    .holds(name + " in " + charset, message.replace(file.toString(), "FILE")));
  }

  @Test
  void moreValuesThanThereIsRoomForAreOneLine() throws Exception {
    Path file = written("a.csv", "v\n" + "1\n".repeat(2_000), StandardCharsets.UTF_8);

    assertThatThrownBy(() -> DataFile.read(file, 1 << 20))
        .hasMessageStartingWith(file + ": write fewer columns or rows, ")
        .hasMessageContaining("more than 1 MB");
  }

  private Path written(String name, String text, Charset charset) throws Exception {
    return Files.write(directory.resolve(name), text.getBytes(charset));
  }

  private static String column(Map<String, Column> columns, String name) {
    Column column = columns.get(name);
    StringBuilder all = new StringBuilder();
    for (int row = 0; row < column.rows(); row++) {
      all.append(row == 0 ? "" : "|").append(column.cell(row).text());
    }
    return all.toString();
  }
}
