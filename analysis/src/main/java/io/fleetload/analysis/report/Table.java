package io.fleetload.analysis.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** A table of the page. Each figure carries its path in the result and its exact value. */
final class Table {
  private final List<String> heads = new ArrayList<>();
  private final List<String> rows = new ArrayList<>();

  /** A column of words. */
  Table words(String name) {
    heads.add("<th scope=\"col\">" + Html.escape(name) + "</th>");
    return this;
  }

  /** A column of numbers with their unit. */
  Table numbers(String name, String unit) {
    heads.add(
        "<th scope=\"col\" class=\"n\">"
            + Html.escape(name)
            + (unit.isEmpty() ? "" : " <small>" + Html.escape(unit) + "</small>")
            + "</th>");
    return this;
  }

  /** A row that begins with a word. */
  Row row(String name) {
    return new Row("<th scope=\"row\">" + Html.escape(name) + "</th>");
  }

  /** A row that begins with a name and the colour that it has in the charts. */
  Row coloured(String name, String colour) {
    return new Row(
        "<th scope=\"row\"><i class=\"swatch " + colour + "\"></i>" + Html.escape(name) + "</th>");
  }

  /** A row of numbers alone. */
  Row unnamed() {
    return new Row("");
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  String html() {
    return "<div class=\"wide\"><table>\n<thead><tr>"
        + String.join("", heads)
        + "</tr></thead>\n<tbody>\n"
        + String.join("", rows)
        + "</tbody></table></div>\n";
  }

  /** A row under way. */
  final class Row {
    private final StringBuilder cells = new StringBuilder("<tr>");

    private Row(String first) {
      cells.append(first);
    }

    /** A word. */
    Row word(String text) {
      cells.append("<td>").append(Html.escape(text)).append("</td>");
      return this;
    }

    /** A text of numbers that is no figure of the result. */
    Row number(String text) {
      cells.append("<td class=\"n\">").append(Html.escape(text)).append("</td>");
      return this;
    }

    /** A count. */
    Row count(String path, JsonNode value) {
      return figure(path, value, Printed.count(value), "");
    }

    /** A count of something that should not be, which stands out unless it is 0. */
    Row trouble(String path, JsonNode value) {
      return figure(path, value, Printed.count(value), value.asLong() == 0 ? "" : " bad");
    }

    /** A time or a rate. */
    Row decimal(String path, JsonNode value) {
      return figure(path, value, Printed.oneDecimal(value), "");
    }

    /** A share from 0 to 1. */
    Row percent(String path, JsonNode value) {
      return figure(path, value, Printed.percent(value), "");
    }

    /** A figure as given. */
    Row figure(String path, JsonNode value, String text, String more) {
      cells
          .append("<td class=\"n")
          .append(more)
          .append("\" data-figure=\"")
          .append(Html.escape(path))
          .append("\" data-value=\"")
          .append(Html.escape(value.isValueNode() ? value.asText() : ""))
          .append("\">")
          .append(Html.escape(text))
          .append("</td>");
      return this;
    }

    /** Whether a bound held, in a word and not in a colour alone. */
    Row judged(boolean held) {
      cells.append(held ? "<td>held</td>" : "<td class=\"bad\">crossed</td>");
      return this;
    }

    Table end() {
      rows.add(cells.append("</tr>\n").toString());
      return Table.this;
    }
  }
}
