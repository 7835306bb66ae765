// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.v2;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.ngsi.embedded.entity.Entity;
import io.fleetload.ngsi.embedded.entity.Instance;
import io.fleetload.ngsi.embedded.http.Json;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Entities near a point: the only one of Orion's geographical queries that the embedded broker
 * knows.
 */
final class V2Near {
  private static final Pattern NEAR =
      Pattern.compile("near;(maxDistance|minDistance):([0-9]+(?:\\.[0-9]+)?)");

  private static final double EARTH_METRES = 6_371_000;

  private V2Near() {}

  /** The condition of the three parameters; every entity meets it if the first is empty. */
  static Predicate<Entity> read(String georel, String geometry, String coords) {
    if (georel.isEmpty()) {
      return entity -> true;
    }
    Matcher near = NEAR.matcher(georel);
    if (!near.matches() || !geometry.equals("point")) {
      throw V2Problem.NOT_IMPLEMENTED.because(
          "the embedded broker knows georel=near;maxDistance:… and near;minDistance:… with a point");
    }
    double[] at = point(coords);
    if (at.length == 0) {
      throw V2Problem.INVALID.because("error parsing coords");
    }
    double metres = Double.parseDouble(near.group(2));
    boolean within = near.group(1).equals("maxDistance");
    return entity -> {
      double[] of = location(entity);
      return of.length > 0 && (distance(at, of) <= metres) == within;
    };
  }

  /** Latitude and longitude; none where the entity is nowhere. */
  private static double[] location(Entity entity) {
    for (List<Instance> each : entity.attributes().values()) {
      JsonNode attribute = Json.read(each.get(0).json()).orElse(Json.missing());
      JsonNode value = attribute.path("value");
      if (attribute.path("type").asText().equals("geo:point")) {
        return point(value.asText());
      }
      JsonNode coordinates = value.path("coordinates");
      if (attribute.path("type").asText().equals("geo:json") && coordinates.path(1).isNumber()) {
        return new double[] {coordinates.path(1).asDouble(), coordinates.path(0).asDouble()};
      }
    }
    return new double[0];
  }

  private static double[] point(String text) {
    String[] parts = text.split(",", -1);
    try {
      return parts.length == 2
          ? new double[] {Double.parseDouble(parts[0]), Double.parseDouble(parts[1])}
          : new double[0];
    } catch (NumberFormatException e) {
      return new double[0];
    }
  }

  /** The haversine formula. */
  private static double distance(double[] a, double[] b) {
    double half = Math.sin(Math.toRadians(b[0] - a[0]) / 2);
    double across = Math.sin(Math.toRadians(b[1] - a[1]) / 2);
    double cosines = Math.cos(Math.toRadians(a[0])) * Math.cos(Math.toRadians(b[0]));
    return 2 * EARTH_METRES * Math.asin(Math.sqrt(half * half + cosines * across * across));
  }
}
