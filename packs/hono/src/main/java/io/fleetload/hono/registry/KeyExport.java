// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.hono.name.DeviceKeys;
import io.fleetload.hono.name.FleetNames;
import io.fleetload.hono.name.KeyFile;
import io.fleetload.hono.registry.document.CredentialsDocument;
import io.fleetload.hono.registry.document.FleetDocument;
import io.fleetload.process.UsageException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntConsumer;
import org.bson.Document;

/**
 * Writes the keys in use of fleets to a file that its owner alone can read, as they come from the
 * registry. The file gets its name when it is whole.
 */
public final class KeyExport implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;
  private final Path part;
  private final boolean json;
  private final BufferedWriter lines;
  private int written;

  /**
   * Begins a file.
   *
   * @param file JSON lines where it ends with .jsonl, CSV otherwise
   * @throws UsageException if it is there already
   * @throws IOException if it cannot be written
   */
  public KeyExport(Path file) throws UsageException, IOException {
    this.file = file;
    this.part = file.resolveSibling(file.getFileName() + ".part");
    this.json = file.toString().endsWith(".jsonl");
    if (Files.exists(file)) {
      throw new UsageException("--out: %s is there already; give another file".formatted(file));
    }
    try {
      Files.deleteIfExists(part);
      Files.createFile(part, ownerOnly());
    } catch (FileAlreadyExistsException e) {
      throw new UsageException("--out: another export writes " + part + " just now");
    }
    this.lines = Files.newBufferedWriter(part);
    if (!json) {
      lines.write(String.join(",", KeyFile.COLUMNS) + "\n");
    }
  }

  /** Writes the keys of one tenant's fleet; leaves out devices that have no readable key. */
  public void write(
      FleetSurvey survey, RegistryDatabase database, String tenant, IntConsumer progress)
      throws IOException {
    FleetNames names = survey.names();
    int untold = 0;
    for (Document each : survey.documents(database.credentials(), FleetDocument.DEVICE_ID)) {
      if (each.get(FleetDocument.DEVICE_ID) instanceof String name && names.indexOf(name) >= 0) {
        byte[] key =
            CredentialsDocument.presentKey(
                CredentialsDocument.list(each.get(CredentialsDocument.CREDENTIALS)), name);
        if (key != null) {
          line(tenant, name, key);
          written++;
        }
      }
      if (++untold == FleetSurvey.BATCH) {
        progress.accept(untold);
        untold = 0;
      }
    }
    progress.accept(untold);
  }

  /** Writes the keys that a profile says of one tenant's fleet. */
  public void write(FleetNames names, DeviceKeys keys, String tenant) throws IOException {
    for (int i = 0; i < names.count(); i++) {
      line(tenant, names.name(i), keys.of(names.name(i)));
      written++;
    }
  }

  /** Number of keys written. */
  public int written() {
    return written;
  }

  /** Gives the file its name. */
  public void finish() throws IOException {
    lines.close();
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Leaves nothing half written behind. */
  @Override
  public void close() throws IOException {
    lines.close();
    Files.deleteIfExists(part);
  }

  private void line(String tenant, String name, byte[] key) throws IOException {
    // No name of a session has a comma or a quote: the profile's checks refuse it.
    String[] values = {
      tenant, name, name, CredentialsDocument.PSK, Base64.getEncoder().encodeToString(key)
    };
    if (json) {
      Map<String, String> object = new LinkedHashMap<>();
      for (int i = 0; i < values.length; i++) {
        object.put(KeyFile.COLUMNS.get(i), values[i]);
      }
      lines.write(JSON.writeValueAsString(object));
    } else {
      lines.write(String.join(",", values));
    }
    lines.write('\n');
  }

  /** From the start: a file that is closed to others later was open to them before. */
  private static FileAttribute<?>[] ownerOnly() {
    return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }
}
