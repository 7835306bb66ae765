// SPDX-License-Identifier: EPL-2.0
package io.fleetload.pack.imports;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One thing that a load test of another tool says: an option, a key, an element, or a section of
 * them. A profile takes it, or leaves it out for a reason. What the pack says nothing of is left
 * out as not known, so that no part is lost in silence. Not thread-safe.
 */
public final class Part {
  private static final Pattern SECRET =
      Pattern.compile(
          "(?i).*(pass(word|wd|phrase)?|secret|token|api.?key|authori[sz]ation|cookie)");
  private static final Pattern USER_OF_URL = Pattern.compile("//[^/@\\s]*@");
  private static final int LONGEST_VALUE = 60;
  private static final String HIDDEN = "…";

  private final int line;
  private final String name;
  private final String value;
  private final List<Part> parts = new ArrayList<>();
  private final Set<String> keys = new LinkedHashSet<>();
  private String note;
  private String reason;
  private boolean hidden;

  private Part(int line, String name, String value) {
    this.line = line;
    this.name = name;
    this.value = value;
  }

  /**
   * A part with a value.
   *
   * @param line of the input, from 1; 0 if it has no lines
   * @param value null for a part that is there or not
   */
  public static Part of(int line, String name, String value) {
    return new Part(line, name, value);
  }

  /** A section of parts. */
  public static Part section(int line, String name, List<Part> parts) {
    Part section = new Part(line, name, null);
    section.parts.addAll(parts);
    return section;
  }

  /** Line of the input, from 1; 0 if it has no lines. */
  public int line() {
    return line;
  }

  /** Its name, as the input has it. */
  public String name() {
    return name;
  }

  /** Its value; null of a section, and of a part that is there or not. */
  public String value() {
    return value;
  }

  /** The parts of a section. */
  public List<Part> parts() {
    return List.copyOf(parts);
  }

  /** Puts other parts into the place of those of a section, once a pack knows what they mean. */
  public void replace(List<Part> others) {
    parts.clear();
    parts.addAll(others);
  }

  /** The first part of a section with that name. */
  public Optional<Part> part(String wanted) {
    return parts.stream().filter(each -> each.name.equals(wanted)).findFirst();
  }

  /** Value of the first part of a section with that name; empty if there is no such part. */
  public Optional<String> value(String wanted) {
    return part(wanted).map(Part::value);
  }

  /** The part and all below it. */
  public Stream<Part> all() {
    return Stream.concat(Stream.of(this), parts.stream().flatMap(Part::all));
  }

  /** Notes a key of the profile that has it. */
  void becomes(String key) {
    keys.add(key);
    reason = null;
  }

  /** Takes a key away that the profile cannot have. */
  void becomesNot(String key) {
    keys.remove(key);
  }

  /** The keys of the profile that have it. */
  public Set<String> keys() {
    return Set.copyOf(keys);
  }

  /** Says how its meaning differs here, or why it needs no key of its own. */
  public Part note(String text) {
    note = note == null || note.equals(text) ? text : note + "; " + text;
    return this;
  }

  /** The note on its meaning; null for no note. */
  public String note() {
    return note;
  }

  /** Leaves it out, with all parts below it. */
  public Part leaveOut(String why) {
    reason = why;
    return this;
  }

  /** The reason why it is left out; null if it is not, or is not known. */
  public String reason() {
    return reason;
  }

  /** Keeps its value out of every output. */
  public Part hide() {
    hidden = true;
    return this;
  }

  /** Returns whether the profile has it, or needs no key for it. */
  public boolean isTaken() {
    return reason == null && (!keys.isEmpty() || note != null);
  }

  /** Returns whether it is said what becomes of it, or it only holds the parts below it. */
  public boolean isSettled() {
    return reason != null || isTaken() || !parts.isEmpty();
  }

  /** The value as an output may show it. */
  public String shown() {
    if (value == null) {
      return "";
    }
    if (hidden || SECRET.matcher(name).matches()) {
      return HIDDEN;
    }
    String line = USER_OF_URL.matcher(value.strip().replaceAll("\\s+", " ")).replaceAll("//…@");
    return line.length() <= LONGEST_VALUE ? line : line.substring(0, LONGEST_VALUE) + HIDDEN;
  }

  @Override
  public String toString() {
    return name + " " + shown();
  }
}
