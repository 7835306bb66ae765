// SPDX-License-Identifier: EPL-2.0
package io.fleetload.pack.imports;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A profile that is being made of a load test of another tool. Not thread-safe. */
public final class ImportDraft {
  /** Behind a key that is a list, for one item of it. */
  public static final String ITEM = "[]";

  private final Part root;
  private final List<DraftKey> keys = new ArrayList<>();
  private String rejection;

  /**
   * A key of the profile.
   *
   * @param key its path, dots between; with {@link #ITEM} behind it, one more item of a list
   * @param value as text, or as YAML
   * @param yaml whether the value is YAML
   * @param part what says it in the input; null if nothing does
   * @param why the reason, if nothing in the input says it
   */
  public record DraftKey(String key, String value, boolean yaml, Part part, String why) {}

  /** Begins with nothing taken. */
  public ImportDraft(Part root) {
    this.root = root;
  }

  /** The input. */
  public Part root() {
    return root;
  }

  /** Sets a key to what a part says, as text. */
  public Part take(Part part, String key, String value) {
    return add(new DraftKey(key, value, false, part, null));
  }

  /** Sets a key to what a part says, in YAML. */
  public Part takeYaml(Part part, String key, String yaml) {
    return add(new DraftKey(key, yaml, true, part, null));
  }

  /** Sets a key that no part says, for a reason. */
  public void choose(String key, String value, String why) {
    keys.add(new DraftKey(key, value, false, null, why));
  }

  /** Sets a key that no part says to YAML, for a reason. */
  public void chooseYaml(String key, String yaml, String why) {
    keys.add(new DraftKey(key, yaml, true, null, why));
  }

  private Part add(DraftKey one) {
    keys.removeIf(each -> each.part() == one.part() && each.key().equals(one.key()));
    keys.add(one);
    one.part().becomes(one.key());
    return one.part();
  }

  /** Makes no profile of the input at all, for a reason that says what to do. */
  public void reject(String why) {
    rejection = rejection == null ? why : rejection;
  }

  /** The reason why there is no profile of it; null if there is. */
  public String rejection() {
    return rejection;
  }

  /** Returns whether a key is set. */
  public boolean has(String key) {
    return find(key).isPresent();
  }

  private Optional<DraftKey> find(String key) {
    return keys.stream().filter(each -> each.key().equals(key)).findFirst();
  }

  /** Value of a key; empty if it is not set. */
  public Optional<String> value(String key) {
    return find(key).map(DraftKey::value);
  }

  /** The keys, in the order in which they are set. */
  public List<DraftKey> keys() {
    return List.copyOf(keys);
  }

  /**
   * Leaves a part out that the profile cannot take as it is.
   *
   * @param key where the profile refuses it
   * @return whether a part of the input says it
   */
  public boolean refuse(String key, String why) {
    List<DraftKey> refused =
        keys.stream().filter(each -> each.part() != null && isAt(key, path(each))).toList();
    for (DraftKey each : refused) {
      keys.remove(each);
      each.part().becomesNot(each.key());
      if (each.part().keys().isEmpty()) {
        each.part().leaveOut(why);
      } else {
        each.part().note("not for %s: %s".formatted(each.key(), why));
      }
    }
    return !refused.isEmpty();
  }

  /** Place of a key in the profile: an item has a number. */
  private String path(DraftKey one) {
    if (!one.key().endsWith(ITEM)) {
      return one.key();
    }
    List<DraftKey> items = keys.stream().filter(each -> each.key().equals(one.key())).toList();
    String list = one.key().substring(0, one.key().length() - ITEM.length());
    return "%s[%s]".formatted(list, items.indexOf(one));
  }

  private static boolean isAt(String problem, String key) {
    return problem.equals(key) || problem.startsWith(key + ".") || problem.startsWith(key + "[");
  }
}
