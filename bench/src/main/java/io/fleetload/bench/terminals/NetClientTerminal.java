// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.terminals;

import io.fleetload.jt808.wire.Acknowledgement;
import io.fleetload.jt808.wire.Authentication;
import io.fleetload.jt808.wire.Frame;
import io.fleetload.jt808.wire.FrameFault;
import io.fleetload.jt808.wire.FrameReader;
import io.fleetload.jt808.wire.FrameWriter;
import io.fleetload.jt808.wire.Location;
import io.fleetload.jt808.wire.MessageId;
import io.fleetload.jt808.wire.Phone;
import io.fleetload.jt808.wire.Registration;
import io.fleetload.jt808.wire.RegistrationReply;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** One terminal on a socket of Vert.x. It lives on the event loop. */
final class NetClientTerminal implements FrameReader.Listener {
  private static final Registration VEHICLE =
      new Registration(44, 300, "FLEET", "LOADTEST", "T000001", 1, "A12345");

  private final Phone phone;
  private final FrameWriter writer;
  private final FrameReader reader;
  private final NetClientFleet fleet;
  private final Set<Integer> underWay = new HashSet<>();
  private NetSocket socket;
  private int serial;

  /** A terminal that is not connected; all of a fleet share the writer and the frame. */
  NetClientTerminal(Phone phone, FrameWriter writer, Frame frame, NetClientFleet fleet) {
    this.phone = phone;
    this.writer = writer;
    this.reader = new FrameReader(frame, this);
    this.fleet = fleet;
  }

  void connected(NetSocket opened) {
    socket = opened;
    socket.handler(received -> reader.read(ByteBuffer.wrap(received.getBytes())));
    VEHICLE.write(begin(MessageId.REGISTRATION));
    end();
  }

  void sendLocation() {
    long now = System.currentTimeMillis() / 1_000;
    FrameWriter to = begin(MessageId.LOCATION);
    new Location(0, Location.POSITIONED, 31_230_416, 121_473_701, 10, 600, 90, now, List.of())
        .write(to);
    underWay.add(end());
    fleet.sent();
  }

  @Override
  public void received(Frame frame) {
    if (frame.id() == MessageId.REGISTRATION_REPLY) {
      RegistrationReply reply = RegistrationReply.read(frame.body()).orElseThrow();
      new Authentication(reply.code(), "123456789012345", "1")
          .write(begin(MessageId.AUTHENTICATION));
      end();
    } else if (frame.id() == MessageId.PLATFORM_ACKNOWLEDGEMENT) {
      acknowledged(Acknowledgement.read(frame.body()).orElseThrow());
    }
  }

  private void acknowledged(Acknowledgement answer) {
    if (answer.result() != Acknowledgement.OK) {
      return;
    }
    if (answer.id() == MessageId.AUTHENTICATION) {
      sendLocation();
    } else if (underWay.remove(answer.serial())) {
      fleet.acknowledged();
    }
  }

  @Override
  public void faulty(FrameFault fault) {
    throw new IllegalStateException("the server sent what is no message: " + fault);
  }

  private FrameWriter begin(int id) {
    return writer.begin(id, phone, serial);
  }

  private int end() {
    int sent = serial & 0xffff;
    serial += writer.end();
    socket.write(Buffer.buffer(writer.take().array()));
    return sent;
  }
}
