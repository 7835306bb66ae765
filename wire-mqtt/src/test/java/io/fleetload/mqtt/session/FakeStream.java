// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.session;

import io.fleetload.mqtt.packet.ConnectPacket;
import io.fleetload.mqtt.packet.PacketFault;
import io.fleetload.mqtt.packet.PacketListener;
import io.fleetload.mqtt.packet.PacketReader;
import io.fleetload.mqtt.packet.PacketType;
import io.fleetload.mqtt.packet.PropertyBlock;
import io.fleetload.mqtt.packet.PublishView;
import io.fleetload.mqtt.packet.TopicSubscription;
import io.fleetload.wire.TcpStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A connection to a server of a test, which says what the client wrote. */
final class FakeStream implements TcpStream, PacketListener {
  final List<String> packets = new ArrayList<>();
  private final PacketReader reader =
      new PacketReader(PacketReader.Peer.CLIENT, new PublishView(), this);
  int writes;
  long unwritten;
  boolean open = true;
  boolean lost;

  FakeStream() {
    reader.begin(io.fleetload.mqtt.packet.MqttVersion.V5, Integer.MAX_VALUE);
  }

  /** What was written since the last call. */
  List<String> taken() {
    List<String> all = List.copyOf(packets);
    packets.clear();
    return all;
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void write(ByteBuffer bytes) {
    writeShared(bytes);
  }

  @Override
  public void writeShared(ByteBuffer bytes) {
    writes++;
    reader.read(bytes);
  }

  @Override
  public long unwrittenBytes() {
    return unwritten;
  }

  @Override
  public void close() {
    open = false;
  }

  @Override
  public void lose() {
    open = false;
    lost = true;
  }

  @Override
  public void connect(ConnectPacket packet) {
    packets.add("CONNECT " + packet.clientId());
  }

  @Override
  public void publish(PublishView packet) {
    String alias = packet.alias() == 0 ? "" : " alias " + packet.alias();
    packets.add(
        "PUBLISH "
            + packet.id()
            + " "
            + packet.topic()
            + " q"
            + packet.qos()
            + (packet.dup() ? " again" : "")
            + alias);
  }

  @Override
  public void acknowledgement(PacketType type, int id, int reason, PropertyBlock properties) {
    packets.add(type + " " + id + (reason == 0 ? "" : " " + Integer.toHexString(reason)));
  }

  @Override
  public void subscribe(int id, List<TopicSubscription> filters, PropertyBlock properties) {
    packets.add("SUBSCRIBE " + id);
  }

  @Override
  public void unsubscribe(int id, List<String> filters, PropertyBlock properties) {
    packets.add("UNSUBSCRIBE " + id);
  }

  @Override
  public void ping(PacketType type) {
    packets.add(type.toString());
  }

  @Override
  public void disconnect(int reason, PropertyBlock properties) {
    packets.add("DISCONNECT " + Integer.toHexString(reason));
  }

  @Override
  public void faulty(PacketFault fault) {
    throw new AssertionError(fault);
  }
}
