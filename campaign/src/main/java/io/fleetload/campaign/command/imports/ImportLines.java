// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command.imports;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.pack.imports.ImportDraft;
import io.fleetload.pack.imports.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Lines that say what became of each part of an input. */
final class ImportLines {
  private static final String NOT_KNOWN = "is not known here";
  private static final Pattern SECRET =
      Pattern.compile("(?i)^(\\w*(?:pass|secret|token|key)\\w*=).*");
  private static final int WIDEST = 48;
  private static final int MOST_NAMES = 40;
  private static final int LONGEST = 100;

  /**
   * A part with its outcome.
   *
   * @param path its name with those of the sections around it
   * @param keys of the profile; empty if it has none, or is left out
   * @param reason why it is left out; null if it is taken
   */
  record PartLine(
      int line, String path, String value, List<String> keys, String note, String reason) {
    private String said() {
      return (path + " " + value).strip();
    }

    private String outcome() {
      if (reason != null) {
        return "left out: " + reason;
      }
      String all = keys.isEmpty() ? "taken" : String.join(", ", keys);
      return note == null ? all : all + " (" + note + ")";
    }
  }

  private final ImportDraft draft;
  private final List<PartLine> rows = new ArrayList<>();

  ImportLines(ImportDraft draft) {
    this.draft = draft;
    List<Part> parts = draft.root().parts();
    if (parts.size() == 1 && parts.get(0).reason() == null && !parts.get(0).parts().isEmpty()) {
      Part only = parts.get(0);
      if (only.isTaken()) {
        rows.add(taken(only, only.name()));
      }
      only.parts().forEach(each -> add(each, ""));
    } else {
      parts.forEach(each -> add(each, ""));
    }
  }

  private void add(Part part, String around) {
    String path = around.isEmpty() ? part.name() : around + " " + part.name();
    if (part.reason() != null) {
      rows.add(
          new PartLine(
              part.line(), withNames(path, part), part.shown(), List.of(), null, part.reason()));
    } else if (part.isTaken()) {
      rows.add(new PartLine(part.line(), path, part.shown(), keys(part), part.note(), null));
      part.parts().forEach(each -> add(each, part.name()));
    } else if (part.isSettled()) {
      part.parts().forEach(each -> add(each, part.name()));
    } else {
      rows.add(new PartLine(part.line(), path, part.shown(), List.of(), null, NOT_KNOWN));
    }
  }

  /** The value of an option of a command goes with it. */
  private static String word(Part part) {
    return part.name().startsWith("-")
        ? part.toString().strip()
        : SECRET.matcher(part.name()).replaceFirst("$1…");
  }

  private PartLine taken(Part part, String path) {
    return new PartLine(part.line(), path, part.shown(), keys(part), part.note(), null);
  }

  /** The names of all that is below a section that is left out, each once. */
  private static String withNames(String path, Part part) {
    List<String> names = part.all().skip(1).map(ImportLines::word).distinct().toList();
    String below = String.join(" ", names.subList(0, Math.min(MOST_NAMES, names.size())));
    if (names.size() > MOST_NAMES) {
      below += " and %s more".formatted(names.size() - MOST_NAMES);
    }
    boolean isCommand = !below.isEmpty() && part.parts().get(0).name().equals(part.name());
    return below.isEmpty() ? path : isCommand ? below : path + ": " + below;
  }

  private List<String> keys(Part part) {
    return draft.keys().stream()
        .filter(each -> each.part() == part)
        .map(ImportLines::said)
        .toList();
  }

  private static String said(ImportDraft.DraftKey key) {
    String value = key.value().strip().replaceAll("\\s+", " ");
    return "%s: %s"
        .formatted(
            key.key().replace(ImportDraft.ITEM, ""),
            value.length() <= LONGEST ? value : value.substring(0, LONGEST) + "…");
  }

  /** The parts, in the order of the input. */
  List<PartLine> rows() {
    return List.copyOf(rows);
  }

  /** The lines for a person. */
  List<String> text() {
    List<String> lines = new ArrayList<>();
    int width =
        Math.min(WIDEST, rows.stream().mapToInt(each -> each.said().length()).max().orElse(1));
    boolean numbered = rows.stream().anyMatch(each -> each.line() > 0);
    for (PartLine each : rows) {
      String place = numbered ? String.format(Locale.ROOT, "%4d  ", each.line()) : "";
      lines.add(line(place, width, each.said(), each.outcome()));
    }
    for (ImportDraft.DraftKey each : draft.keys()) {
      if (each.part() == null) {
        lines.add(
            line(
                numbered ? "      " : "",
                width,
                "(not said)",
                "%s (%s)".formatted(said(each), each.why())));
      }
    }
    long left = rows.stream().filter(each -> each.reason() != null).count();
    lines.add("%s taken, %s left out".formatted(rows.size() - left, left));
    return lines;
  }

  private static String line(String place, int width, String said, String outcome) {
    return place + String.format(Locale.ROOT, "%-" + width + "s  %s", said, outcome);
  }

  /** The same for a program. */
  ObjectNode json() {
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    ArrayNode parts = all.putArray("parts");
    for (PartLine each : rows) {
      ObjectNode part = parts.addObject();
      if (each.line() > 0) {
        part.put("line", each.line());
      }
      part.put("part", each.path()).put("value", each.value());
      ArrayNode keys = part.putArray("keys");
      each.keys().forEach(keys::add);
      part.put("taken", each.reason() == null);
      part.put("why", each.reason() == null ? each.note() : each.reason());
    }
    ArrayNode chosen = all.putArray("chosen");
    for (ImportDraft.DraftKey each : draft.keys()) {
      if (each.part() == null) {
        chosen.addObject().put("key", each.key()).put("value", each.value()).put("why", each.why());
      }
    }
    return all;
  }
}
