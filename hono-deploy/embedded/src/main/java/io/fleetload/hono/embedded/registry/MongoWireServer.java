// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.registry;

import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.fleetload.hono.embedded.part.Listener;
import io.fleetload.hono.embedded.part.Part;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A server that speaks MongoDB's wire protocol. It keeps documents in memory, or in a file if the
 * data directory is kept. It replaces a registry's content, not MongoDB's performance.
 */
public final class MongoWireServer implements Part {

  private final Listener listener;
  private final Optional<Path> file;
  private MongoServer server;

  /**
   * Creates a server that is not started.
   *
   * @param listener where it will listen
   * @param file where documents survive a restart; empty for memory
   */
  public MongoWireServer(Listener listener, Optional<Path> file) {
    this.listener = listener;
    this.file = file;
  }

  @Override
  public String name() {
    return "MongoDB wire server";
  }

  @Override
  public Optional<Listener> listener() {
    return Optional.of(listener);
  }

  @Override
  public void start() {
    MongoBackend backend =
        file.<MongoBackend>map(f -> DocumentsOnDisk.in(f.toString())).orElseGet(MemoryBackend::new);
    server = new MongoServer(backend);
    server.bind(listener.host(), listener.port());
  }

  @Override
  public void stop() {
    if (server != null) {
      server.shutdownNow();
    }
  }
}
