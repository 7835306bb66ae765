// SPDX-License-Identifier: EPL-2.0
package io.fleetload.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.pack.Pack;
import io.fleetload.results.PublishedReport;
import io.fleetload.results.ResultView;
import io.fleetload.results.foreign.ForeignReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** The packs of this installation. */
public final class Packs {
  private final List<Pack<?>> all;

  private Packs(List<Pack<?>> all) {
    this.all = all;
  }

  /** The packs on the class path. */
  public static Packs installed() {
    List<Pack<?>> found = new ArrayList<>();
    ServiceLoader.load(Pack.class, Packs.class.getClassLoader()).forEach(found::add);
    return new Packs(found);
  }

  /** Their names, in alphabetical order. */
  public List<String> names() {
    return all.stream().map(Pack::name).sorted().toList();
  }

  /**
   * The pack of that name.
   *
   * @param name null for the one of a profile that names none
   */
  public Optional<Pack<?>> named(String name) {
    return all.stream()
        .filter(each -> name == null ? each.isDefault() : each.name().equals(name))
        .findFirst();
  }

  /** All of them, in the order of their names. */
  public List<Pack<?>> all() {
    return all.stream().sorted(Comparator.comparing(Pack::name)).toList();
  }

  /** The packs with a load test in one line, in the order of their names. */
  public List<Pack<?>> ofLines() {
    return all().stream().filter(each -> each.oneLine().isPresent()).toList();
  }

  /**
   * Further forms in which the books of a run are written.
   *
   * @param profile the run's, as its result has it; null if it has no profile
   */
  public List<ResultView> viewsOf(JsonNode profile) {
    JsonNode name = profile == null ? null : profile.get("pack");
    return named(name == null ? null : name.asText()).map(Pack::views).orElse(List.of());
  }

  /** Readers of the reports of the load tests that the packs repeat. */
  public List<PublishedReport> published() {
    return all.stream().map(Pack::published).flatMap(Optional::stream).toList();
  }

  /** Readers of the outputs of other tools for the packs' systems. */
  public List<ForeignReport> foreignReports() {
    return all().stream().flatMap(each -> each.foreignReports().stream()).toList();
  }
}
