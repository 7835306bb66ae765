// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.context;

import java.util.HashMap;
import java.util.Map;

/**
 * Names and their IRIs: the small part of JSON-LD that brokers are asked for here, which is terms
 * that mean an IRI, prefixes and {@code @vocab}. Types of terms, nested, scoped and protected
 * contexts, languages and containers are not read. The terms of the core context come first, as
 * NGSI-LD demands. For one thread.
 */
public final class Context {
  /** The address that answers give for the core context, whatever was asked, as Scorpio does. */
  public static final String CORE_ADDRESS =
      "https://uri.etsi.org/ngsi-ld/v1/ngsi-ld-core-context-v1.8.jsonld";

  private static final String DEFAULT_VOCABULARY = "https://uri.etsi.org/ngsi-ld/default-context/";
  private static final Map<String, String> CORE_TERMS =
      Map.of(
          "description", "http://purl.org/dc/terms/description",
          "title", "http://purl.org/dc/terms/title",
          "location", "https://uri.etsi.org/ngsi-ld/location",
          "observationSpace", "https://uri.etsi.org/ngsi-ld/observationSpace",
          "operationSpace", "https://uri.etsi.org/ngsi-ld/operationSpace");

  /** Most names that it remembers, so that entities share them and memory stays bounded. */
  private static final int REMEMBERED = 10_000;

  private final String address;
  private final String vocabulary;
  private final Map<String, String> terms;
  private final Map<String, String> names = new HashMap<>();
  private final Map<String, String> expanded = new HashMap<>();
  private final Map<String, String> compacted = new HashMap<>();

  /**
   * A context on top of the core context.
   *
   * @param address where it is; the core context's if it has none
   * @param vocabulary in front of names that are no term; empty for the core context's
   */
  Context(String address, Map<String, String> terms, String vocabulary) {
    this.address = address;
    this.vocabulary = vocabulary.isEmpty() ? DEFAULT_VOCABULARY : vocabulary;
    this.terms = new HashMap<>(terms);
    this.terms.putAll(CORE_TERMS);
    this.terms.forEach((name, iri) -> names.putIfAbsent(iri, name));
  }

  /** The core context alone. */
  static Context core() {
    return new Context(CORE_ADDRESS, Map.of(), "");
  }

  public String address() {
    return address;
  }

  /** The name's IRI; an IRI is left as it is. */
  public String expand(String name) {
    String known = expanded.get(name);
    return known != null ? known : remember(expanded, name, iri(name));
  }

  /** The shortest name that {@link #expand} makes the IRI of, or the IRI. */
  public String compact(String iri) {
    String known = compacted.get(iri);
    return known != null ? known : remember(compacted, iri, name(iri));
  }

  private static String remember(Map<String, String> map, String from, String to) {
    if (map.size() < REMEMBERED) {
      map.put(from, to);
    }
    return to;
  }

  private String iri(String name) {
    String term = terms.get(name);
    if (term != null) {
      return term;
    }
    int colon = name.indexOf(':');
    if (colon < 0) {
      return vocabulary + name;
    }
    String prefix = terms.get(name.substring(0, colon));
    return prefix == null ? name : prefix + name.substring(colon + 1);
  }

  private String name(String iri) {
    String name = names.get(iri);
    if (name != null) {
      return name;
    }
    if (!iri.startsWith(vocabulary)) {
      return iri;
    }
    String rest = iri.substring(vocabulary.length());
    // A term of this name means another IRI.
    return terms.containsKey(rest) || rest.isEmpty() || rest.contains(":") ? iri : rest;
  }
}
