// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A server that answers {@code connectionStatus} as MongoDB does to a user with the role read. */
class ReadOnlyUserTest {
  private static final class ReadOnly extends MemoryBackend {
    @Override
    public Document handleMessage(MongoMessage message) {
      if (!message.getDocument().containsKey("connectionStatus")) {
        return super.handleMessage(message);
      }
      Document user = new Document("user", "reader").append("db", "admin");
      Document resource = new Document("db", "hono").append("collection", "");
      Document privilege =
          new Document("resource", resource)
              .append("actions", List.of("find", "listCollections", "listIndexes"));
      return new Document(
              "authInfo",
              new Document("authenticatedUsers", List.of(user))
                  .append("authenticatedUserPrivileges", List.of(privilege)))
          .append("ok", 1.0);
    }
  }

  @Test
  void whoMayOnlyReadIsToldBeforeAnythingIsWritten() {
    MongoServer server = new MongoServer(new ReadOnly());
    String place = "127.0.0.1:" + server.bind().getPort();
    try (MongoClient client = MongoClients.create("mongodb://" + place)) {
      List<OneRun.Doing> refused =
          List.of(each -> each.apply(true), each -> each.plan(true), each -> each.remove(false));
      for (OneRun.Doing doing : refused) {
        OneRun run = new OneRun("mongodb://" + place);

        assertThat(run.run(doing)).isEqualTo(3);
        assertThat(run.said)
            .singleElement()
            .asString()
            .contains(place + "/hono", "insert in tenants", "(target.mongodb)", "not authorised");
        run.holds("a user who may only read");
      }
      assertThat(client.getDatabase("hono").listCollectionNames().into(new ArrayList<>()))
          .isEmpty();
    } finally {
      server.shutdownNow();
    }
  }
}
