// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Metadata;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Client 0 is a group, and the clients 1 and 2 are another one. Message n is of client n % 3. */
class GroupsTest {
  private static final Metadata.Key<String> ENCODING =
      Metadata.Key.of("grpc-encoding", Metadata.ASCII_STRING_MARSHALLER);

  private static final String FLOWS =
      "read: { of: plain, rate: 1/s }, scan: { kind: read, of: packed, rate: 1/s, keys: 2 }";

  private ByteServer server;
  private Clients clients;

  @BeforeEach
  void start() throws Exception {
    server = ByteServer.start(ArionMethod.READ);
  }

  @AfterEach
  void stop() {
    clients.close();
    server.close();
  }

  @Test
  void eachFlowOfAKindHasItsOwnKeysAndEachClientTheDeadlineAndCompressionOfItsGroup()
      throws Exception {
    String groups =
        ", groups: { plain: { count: 1 },"
            + " packed: { count: 2, compression: gzip, deadline: 20s } }";
    clients = Clients.connected(server.port(), groups, "", FLOWS);

    clients.send("read", 0);
    ByteServer.Call read = server.call();
    assertThat(read.headers.get(ENCODING)).isNull();
    assertThat(read.context.getDeadline()).isNull();
    read.answer(Clients.rules(0)).ok();
    assertThat(clients.next()).isEqualTo("read 0 succeeded");

    clients.send("scan", 1);
    ByteServer.Call scan = server.call();
    assertThat(scan.headers.get(ENCODING)).isEqualTo("gzip");
    assertThat(scan.context.getDeadline()).isNotNull();
    scan.answer(Clients.rules(2, 3)).ok();
    assertThat(clients.next()).isEqualTo("scan 1 succeeded");
  }

  @Test
  void aClientWithAConnectionOfItsOwnSendsFromAnAddressOfItsGroup() throws Exception {
    String groups =
        ", connections: 3, groups: { plain: { count: 1, bind: [127.0.0.2] },"
            + " packed: { count: 2, bind: [127.0.0.3] } }";
    clients = Clients.of(server.port(), groups, "", FLOWS);
    for (int client = 0; client < 3; client++) {
      clients.connect(client);
      assertThat(clients.next()).isEqualTo("session " + client + " opened");
      clients.sendAlone("read", client);
      assertThat(server.call().client()).isEqualTo(client == 0 ? "127.0.0.2" : "127.0.0.3");
    }
  }
}
