// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.name;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.process.UsageException;
import io.fleetload.process.UserFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A file of keys, a line each: CSV with a line of column names, or JSON objects with the same
 * names. It is read in one pass; no message ever shows a key.
 *
 * @param path where it lies
 */
public record KeyFile(Path path) {
  /** The columns of an export; auth-id and key must be there, the others may be missing. */
  public static final List<String> COLUMNS =
      List.of("tenant", "device-id", "auth-id", "type", "key");

  /** More than a million devices of several tenants have. */
  private static final long MOST_BYTES = 1L << 30;

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * The keys of a fleet.
   *
   * @param names the fleet
   * @param keys by index
   */
  public record Keys(FleetNames names, List<byte[]> keys) {
    /** The key of a device. */
    byte[] of(String name) {
      return keys.get(names.indexOf(name)).clone();
    }
  }

  /**
   * Reads the keys of a fleet.
   *
   * @param tenant lines of other tenants are passed over
   * @throws UsageException if the file cannot be read, or a line is wrong, or a key is missing
   */
  public Keys read(FleetNames names, String tenant) throws UsageException {
    byte[][] keys = new byte[names.count()][];
    int found = 0;
    UserFile file = new UserFile("devices.psk.file", path);
    try (BufferedReader lines = file.lines(MOST_BYTES)) {
      List<String> columns = null;
      int number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        if (line.isBlank()) {
          continue;
        }
        boolean json = line.startsWith("{");
        if (!json && columns == null) {
          columns = columns(line, number);
          continue;
        }
        Map<String, String> fields = json ? object(line, number) : row(line, columns, number);
        if (fields.getOrDefault("tenant", tenant).equals(tenant)
            && fields.getOrDefault("type", "psk").equals("psk")) {
          found += take(fields, names, keys, number) ? 1 : 0;
        }
      }
    } catch (IOException e) {
      throw file.unreadable(e);
    }
    if (found < names.count()) {
      int missing = Arrays.asList(keys).indexOf(null);
      throw new UsageException(
          "%s: has keys for %d of %d devices of tenant %s; the first without one is %s"
              .formatted(path, found, names.count(), tenant, names.name(missing)));
    }
    return new Keys(names, Arrays.asList(keys));
  }

  /**
   * Takes a line if it is the tenant's, and says whether it was; a file without a column of tenants
   * may be for several.
   */
  private boolean take(Map<String, String> fields, FleetNames names, byte[][] keys, int line)
      throws UsageException {
    String name = fields.get("auth-id");
    String text = fields.get("key");
    if (name == null || text == null || text.isEmpty()) {
      throw wrong(line, "has no auth-id or no key");
    }
    int index = names.indexOf(name);
    if (index < 0 && names.isOfTheFleet(name)) {
      if (fields.containsKey("tenant")) {
        throw wrong(line, name + " belongs to another tenant by their weights (tenants)");
      }
      return false;
    }
    if (index < 0) {
      throw wrong(line, name + " is no device of the profile (devices.count, devices.id)");
    }
    if (keys[index] != null) {
      throw wrong(line, name + " is there a second time");
    }
    try {
      keys[index] = Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw wrong(line, "the key of " + name + " is no base64");
    }
    return true;
  }

  private List<String> columns(String line, int number) throws UsageException {
    List<String> columns = List.of(line.strip().split(",", -1));
    if (!columns.contains("auth-id") || !columns.contains("key")) {
      throw wrong(
          number,
          "expected the columns' names: " + String.join(",", COLUMNS) + ", or JSON objects");
    }
    return columns;
  }

  private Map<String, String> row(String line, List<String> columns, int number)
      throws UsageException {
    String[] values = line.strip().split(",", -1);
    if (values.length != columns.size()) {
      throw wrong(number, "has %d values, expected %d".formatted(values.length, columns.size()));
    }
    Map<String, String> fields = new TreeMap<>();
    for (int i = 0; i < values.length; i++) {
      fields.put(columns.get(i), values[i]);
    }
    return fields;
  }

  private Map<String, String> object(String line, int number) throws UsageException {
    try {
      Map<String, String> fields = new TreeMap<>();
      JsonNode object = JSON.readTree(line);
      object.properties().forEach(each -> fields.put(each.getKey(), each.getValue().asText()));
      return fields;
    } catch (JsonProcessingException e) {
      throw wrong(number, "is no JSON object");
    }
  }

  private UsageException wrong(int line, String why) {
    return new UsageException(path + ":" + line + ": " + why);
  }
}
