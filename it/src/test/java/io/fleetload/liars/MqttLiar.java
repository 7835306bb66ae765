// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

import io.fleetload.mqtt.packet.ConnAckPacket;
import io.fleetload.mqtt.packet.ConnectPacket;
import io.fleetload.mqtt.packet.MqttProperty;
import io.fleetload.mqtt.packet.MqttPublish;
import io.fleetload.mqtt.packet.MqttVersion;
import io.fleetload.mqtt.packet.PacketFault;
import io.fleetload.mqtt.packet.PacketListener;
import io.fleetload.mqtt.packet.PacketReader;
import io.fleetload.mqtt.packet.PacketType;
import io.fleetload.mqtt.packet.PacketWriter;
import io.fleetload.mqtt.packet.PropertyBlock;
import io.fleetload.mqtt.packet.PublishView;
import io.fleetload.mqtt.packet.TopicSubscription;
import io.fleetload.mqtt.packet.Will;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;

/**
 * A broker of MQTT 5 that tells one lie. All that it does is done by one lock, so its log is in the
 * order of its deeds. A lie about what is handed on is told to one of the subscribers alone.
 */
final class MqttLiar implements AutoCloseable {
  private static final String DROPPED = "$SYS/broker/publish/messages/dropped";
  private static final String SHARED = "$share/";
  private static final int FEW = 4;
  private static final int UNKNOWN_ID = 60_000;
  private static final long DELAY_MILLIS = 300;

  private final ServerSocket socket = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
  private final Timer timer = new Timer("mqtt-liar-later", true);
  private final Lie lie;
  private final Draw.Phase phase;
  private final PacketWriter packets = new PacketWriter();
  private final List<Client> subscribers = new ArrayList<>();
  private final Set<String> refused = new HashSet<>();
  private int told;
  private int turn;
  private MqttLiarMessage held;

  MqttLiar(Lie lie, Draw draw) throws IOException {
    this.lie = lie;
    this.phase = draw.begin();
    Jt808Liar.serve(socket, this::serve);
  }

  String url() {
    return "tcp://127.0.0.1:" + socket.getLocalPort();
  }

  /** How often it lied. */
  synchronized int told() {
    return told;
  }

  private void serve(Socket connection) throws IOException {
    Client client = new Client(connection);
    PacketReader reader = new PacketReader(PacketReader.Peer.CLIENT, new PublishView(), client);
    reader.begin(MqttVersion.V5, Integer.MAX_VALUE);
    InputStream in = connection.getInputStream();
    byte[] buffer = new byte[1 << 16];
    try {
      for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
        synchronized (this) {
          reader.read(ByteBuffer.wrap(buffer, 0, length));
        }
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } finally {
      synchronized (this) {
        subscribers.remove(client);
        client.publishWill();
      }
    }
  }

  /** A client's connection. */
  private final class Client implements PacketListener {
    private final Socket connection;
    private final List<String> filters = new ArrayList<>();
    private final Set<Integer> unreleased = new HashSet<>();
    private String id = "";
    private int nextId;
    private Will will;

    Client(Socket connection) {
      this.connection = connection;
    }

    private void send() {
      try {
        byte[] bytes = new byte[packets.size()];
        packets.take().get(bytes);
        connection.getOutputStream().write(bytes);
      } catch (IOException e) {
        // A client that is gone gets nothing more.
      }
    }

    void acknowledge(PacketType type, int packetId, int reason) {
      packets.acknowledgement(MqttVersion.V5, type, packetId, reason, PropertyBlock.EMPTY);
      send();
    }

    void handOn(MqttLiarMessage message, int qos) {
      nextId = nextId % 50_000 + 1;
      packets.publish(
          MqttVersion.V5,
          new MqttPublish(
              message.topic(),
              message.payload(),
              qos,
              told == 0 && message.topic().equals(DROPPED),
              message.properties()),
          nextId,
          false,
          0,
          false);
      send();
    }

    private void publishWill() {
      if (will != null) {
        take(this, new MqttLiarMessage(will.topic(), will.payload(), will.qos()), 1);
      }
    }

    private void cut() {
      try {
        connection.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void connect(ConnectPacket packet) {
      id = packet.clientId();
      will = packet.will();
      boolean refuses = lie.is("SESSION_REFUSED") && id.matches("device-[49]");
      if (refuses) {
        refused.add(id);
        told = refused.size();
      }
      PropertyBlock limits =
          lie.is("UNACKNOWLEDGED_OF_ONE_CLIENT")
              ? PropertyBlock.builder().number(MqttProperty.RECEIVE_MAXIMUM, FEW).build()
              : PropertyBlock.EMPTY;
      packets.connAck(MqttVersion.V5, new ConnAckPacket(false, refuses ? 0x87 : 0, limits));
      send();
    }

    @Override
    public void subscribe(int packetId, List<TopicSubscription> asked, PropertyBlock properties) {
      List<Integer> codes = new ArrayList<>();
      for (TopicSubscription each : asked) {
        boolean ofDevices = !each.filter().contains("/fence/") && !each.filter().startsWith("$SYS");
        if (ofDevices && lie.is("SUBSCRIPTION_REFUSED")) {
          codes.add(0x87);
        } else {
          filters.add(each.filter());
          codes.add(ofDevices && lie.is("QOS_NOT_GRANTED") ? 0 : each.qos());
        }
      }
      packets.subscriptionAnswer(
          MqttVersion.V5, PacketType.SUBACK, packetId, codes, PropertyBlock.EMPTY);
      send();
      if (!subscribers.contains(this)) {
        subscribers.add(this);
      }
      if (filters.contains(DROPPED)) {
        tellDropped();
      }
    }

    @Override
    public void publish(PublishView packet) {
      MqttLiarMessage message =
          new MqttLiarMessage(
              packet.topic(), packet.payloadBytes(), packet.qos(), packet.properties());
      take(this, message, packet.id());
    }

    @Override
    public void acknowledgement(
        PacketType type, int packetId, int reason, PropertyBlock properties) {
      if (type == PacketType.PUBREC) {
        acknowledge(PacketType.PUBREL, packetId, 0);
        if (lie.is("RELEASED_AGAIN")) {
          told++;
          acknowledge(PacketType.PUBREL, packetId, 0);
        }
      } else if (type == PacketType.PUBREL && !unreleased.remove(packetId)) {
        acknowledge(PacketType.PUBCOMP, packetId, 0);
      }
    }

    @Override
    public void disconnect(int reason, PropertyBlock properties) {
      will = null;
    }

    @Override
    public void ping(PacketType type) {
      packets.ping(PacketType.PINGRESP);
      send();
    }

    @Override
    public void faulty(PacketFault fault) {
      throw new IllegalStateException(id + " sent a packet that is wrong: " + fault);
    }

    /** Whether it is to have a message; the group of a shared subscription has turns. */
    boolean has(String topic, boolean ofGroup) {
      return filters.stream()
          .filter(each -> each.startsWith(SHARED) == ofGroup)
          .map(each -> ofGroup ? each.split("/", 3)[2] : each)
          .anyMatch(each -> topic.matches(each.replace("$", "\\$").replace("+", "[^/]+")));
    }
  }

  private void tellDropped() {
    MqttLiarMessage count =
        new MqttLiarMessage(
            DROPPED, String.valueOf(100 + told).getBytes(StandardCharsets.US_ASCII), 0);
    subscribers.stream()
        .filter(each -> each.has(DROPPED, false))
        .forEach(each -> each.handOn(count, 0));
  }

  private void take(Client from, MqttLiarMessage message, int packetId) {
    boolean lies =
        message.isMeasured() && lie.about(message.flow(), message.device(), message.n(), phase);
    String now = lies ? lie.name().replaceFirst("^(RESPONSE|COMMAND|WILL)_", "") : "NONE";
    List<Client> to = receivers(message.topic());
    if (held != null && !message.isMeasured()) {
      // A subscriber's own message: the devices are at their end.
      receivers(held.topic()).get(0).handOn(held, held.qos());
      held = null;
    }
    if (!to.isEmpty()) {
      handOn(message, now, to.get(0));
      boolean none = now.startsWith("LOST") || now.equals("DROPPED") || now.equals("CUT");
      to.subList(1, to.size()).stream()
          .filter(each -> !none)
          .forEach(each -> each.handOn(message, message.qos()));
    }
    answer(from, message, packetId, now);
  }

  private List<Client> receivers(String topic) {
    List<Client> all =
        new ArrayList<>(subscribers.stream().filter(each -> each.has(topic, false)).toList());
    List<Client> group = subscribers.stream().filter(each -> each.has(topic, true)).toList();
    if (!group.isEmpty()) {
      all.add(group.get(turn++ % group.size()));
    }
    return all;
  }

  private void handOn(MqttLiarMessage truth, String now, Client to) {
    switch (now) {
      case "LOST", "LOST_OF_QOS_0", "LOST_OF_QOS_2", "LOST_AT_ONE", "DROPPED" -> {
        told++;
        if (now.equals("DROPPED")) {
          tellDropped();
        }
      }
      case "TWICE", "TWICE_OF_QOS_0", "TWICE_OF_QOS_2" -> lie(to, truth, truth);
      case "REORDERED" -> {
        if (held == null) {
          held = truth;
        } else {
          lie(to, truth, held);
          held = null;
        }
      }
      case "DELAYED" -> {
        told++;
        timer.schedule(
            new TimerTask() {
              @Override
              public void run() {
                synchronized (MqttLiar.this) {
                  to.handOn(truth, truth.qos());
                }
              }
            },
            DELAY_MILLIS);
      }
      case "ALTERED" -> lie(to, truth.altered(truth.payload().length - 1));
      case "TIME_ALTERED" -> lie(to, truth.altered(15));
      case "TIME_OF_TEXT_ALTERED" -> lie(to, truth.with(6, otherNumber(truth.field(6))));
      case "OTHER_TOPIC" -> lie(to, truth.to(truth.device() == 0 ? 1 : truth.device() - 1));
      case "INVENTED" -> lie(to, truth, truth.with(5, String.valueOf(1_000_000 + truth.n())));
      case "OTHER_RUN" -> lie(to, truth, truth.with(1, "01d"));
      case "WITHOUT_STAMP" -> lie(to, truth, new MqttLiarMessage(truth.topic(), new byte[30], 1));
      case "TO_BOTH_OF_GROUP" -> {
        told++;
        subscribers.forEach(each -> each.handOn(truth, truth.qos()));
      }
      case "OTHER_CORRELATION" -> lie(to, truth.withOtherCorrelation());
      case "TO_OTHER_DEVICE" -> lie(other(to), truth);
      case "TO_OTHER_OF_SPLIT" -> lie(subscribers.get(subscribers.get(0) == to ? 1 : 0), truth);
      case "AT_LOWER_QOS" -> {
        told++;
        to.handOn(truth, 0);
      }
      case "CUT" -> {
        // The message is lost with the connection.
      }
      default -> to.handOn(truth, truth.qos());
    }
  }

  private Client other(Client device) {
    return subscribers.stream()
        .filter(each -> each != device && each.id.startsWith("device-"))
        .findFirst()
        .orElseThrow();
  }

  private static String otherNumber(String digits) {
    int last = digits.length() - 1;
    return digits.substring(0, last) + (digits.charAt(last) == '1' ? 2 : 1);
  }

  private void lie(Client to, MqttLiarMessage... messages) {
    told++;
    for (MqttLiarMessage each : messages) {
      to.handOn(each, each.qos());
    }
  }

  private void answer(Client from, MqttLiarMessage message, int packetId, String now) {
    PacketType type = message.qos() == 1 ? PacketType.PUBACK : PacketType.PUBREC;
    switch (now) {
      case "UNACKNOWLEDGED_OF_ONE_CLIENT" -> told++;
      case "CUT" -> {
        told++;
        from.cut();
      }
      case "QUOTA_AND_HANDED_ON" -> {
        told++;
        from.acknowledge(type, packetId, 0x97);
      }
      case "UNKNOWN_ID" -> {
        told++;
        from.acknowledge(type, packetId, 0);
        from.acknowledge(type, UNKNOWN_ID, 0);
      }
      case "ACKNOWLEDGED_TWICE" -> {
        told++;
        from.acknowledge(type, packetId, 0);
        from.acknowledge(type, packetId, 0);
      }
      case "NOT_COMPLETED" -> {
        told++;
        from.unreleased.add(packetId);
        from.acknowledge(type, packetId, 0);
      }
      case "TO_ITS_DEVICE" -> {
        told++;
        from.acknowledge(type, packetId, 0);
        from.handOn(message, message.qos());
      }
      default -> {
        if (message.qos() > 0) {
          from.acknowledge(type, packetId, 0);
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    timer.cancel();
    socket.close();
  }
}
