// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.core.EntryEvent;
import com.hazelcast.map.IMap;
import com.hazelcast.map.listener.EntryAddedListener;
import com.hazelcast.map.listener.EntryRemovedListener;
import com.hazelcast.map.listener.EntryUpdatedListener;
import com.hazelcast.nio.serialization.genericrecord.GenericRecord;
import com.hazelcast.nio.serialization.genericrecord.GenericRecordBuilder;
import com.hazelcast.query.Predicates;
import io.fleetload.arion.embedded.schema.ArionWingRequest;
import io.fleetload.arion.embedded.schema.NeighborRule;
import io.fleetload.arion.embedded.store.RuleSerializer;
import java.util.BitSet;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The map as a client of Hazelcast uses it that has none of our classes. */
class HazelcastTest {
  private ServerInTest server;
  private Client client;
  private IMap<String, GenericRecord> map;

  @BeforeEach
  void start() throws Exception {
    server = new ServerInTest(ServerInTest.NONE);
    client = server.client();
    map = server.map();
  }

  @AfterEach
  void end() {
    client.close();
    server.close();
  }

  @Test
  void itReadsWhatWasWrittenOverGrpc() {
    client.write(Messages.write(Messages.create("10.1.1.1", "a")));
    assertThat(map.get("888-10.1.1.1")).isEqualTo(record("10.1.1.1", 1));
    assertThat(map.values(Predicates.equal(RuleSerializer.GROUP, "a"))).hasSize(1);
    assertThat(map.values(Predicates.equal(RuleSerializer.GROUP, "b"))).isEmpty();
  }

  @Test
  void itHearsOfChangesThatWereMadeOverGrpc() throws Exception {
    BlockingQueue<EntryEvent<String, GenericRecord>> events = new LinkedBlockingQueue<>();
    map.addEntryListener((EntryAddedListener<String, GenericRecord>) events::add, true);
    map.addEntryListener((EntryUpdatedListener<String, GenericRecord>) events::add, true);
    map.addEntryListener((EntryRemovedListener<String, GenericRecord>) events::add, true);
    client.write(Messages.write(Messages.create("10.1.1.1", "a")));
    assertThat(next(events).getValue()).isEqualTo(record("10.1.1.1", 1));
    client.write(Messages.write(Messages.create("10.1.1.1", "a")));
    assertThat(next(events).getValue()).isEqualTo(record("10.1.1.1", 2));
    client.write(Messages.write(Messages.delete("10.1.1.1", "a")));
    assertThat(next(events).getKey()).isEqualTo("888-10.1.1.1");
  }

  @Test
  void whatItWritesIsReadAndWatchedOverGrpcAtOnce() throws Exception {
    Stream<ArionWingRequest, NeighborRule> watch = client.watch("a", 0);
    map.set("888-10.1.1.1", record("10.1.1.1", 41));
    assertThat(client.read(Messages.read("10.1.1.1")).getNeighborrules(0).getNeighborrule())
        .hasToString(rule("10.1.1.1", 41).toString());
    map.putAll(Map.of("888-10.1.1.2", record("10.1.1.2", 42)));
    map.delete("888-10.1.1.1");
    assertThat(watch.next(3))
        .extracting(Messages::told)
        .containsExactly("CREATE 10.1.1.1 v41", "CREATE 10.1.1.2 v42", "DELETE 10.1.1.1 v43");
    client.write(Messages.write(Messages.create("10.1.1.3", "a")));
    assertThat(Messages.told(watch.next()))
        .as("versions go on where it left them")
        .isEqualTo("CREATE 10.1.1.3 v44");
  }

  @Test
  void clearingTheMapDeletesAllRules() throws Exception {
    client.write(
        Messages.write(Messages.create("10.1.1.1", "a"), Messages.create("10.1.1.2", "a")));
    Stream<ArionWingRequest, NeighborRule> watch = client.watch("a", 0);
    watch.next(2);
    map.clear();
    assertThat(watch.next(2))
        .extracting(each -> each.getOperationType() + " v" + each.getVersion())
        .containsExactly("DELETE v3", "DELETE v4");
    assertThat(server.metrics()).contains("arion_rules 0\n");
  }

  @Test
  void aValueOfJavasOwnFormIsNotRead() throws Exception {
    IMap<String, Object> values = server.values();
    assertThatThrownBy(() -> values.set("888-10.1.1.9", new BitSet()))
        .hasStackTraceContaining("java.util.BitSet is not allowed");
    client.write(Messages.write(Messages.create("10.1.1.1", "a")));
    assertThat(map.get("888-10.1.1.1")).as("it goes on").isEqualTo(record("10.1.1.1", 1));
  }

  @Test
  void aClientThatDoesNotKnowTheClustersNameIsTurnedAway() {
    assertThatThrownBy(() -> server.hazelcast("dev")).isInstanceOf(IllegalStateException.class);
  }

  private static GenericRecord record(String ip, long version) {
    return GenericRecordBuilder.compact(RuleSerializer.TYPE)
        .setString("ip", ip)
        .setString("hostip", "10.0.1.2")
        .setString("mac", "00:00:00:00:00:01")
        .setInt32("tunnel_id", Messages.TUNNEL)
        .setString("hostmac", "00:00:00:00:01:01")
        .setString("arionwing_group", "a")
        .setInt64("version", version)
        .build();
  }

  private static NeighborRule rule(String ip, long version) {
    return NeighborRule.newBuilder()
        .setIp(ip)
        .setHostip("10.0.1.2")
        .setMac("00:00:00:00:00:01")
        .setTunnelId(Messages.TUNNEL)
        .setHostmac("00:00:00:00:01:01")
        .setArionwingGroup("a")
        .setVersion(version)
        .build();
  }

  private static <T> T next(BlockingQueue<T> events) throws InterruptedException {
    T next = events.poll(120, TimeUnit.SECONDS);
    assertThat(next).isNotNull();
    return next;
  }
}
