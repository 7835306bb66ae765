// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import io.fleetload.dtls.cipher.Aead;
import io.fleetload.dtls.cipher.CipherSuite;
import io.fleetload.dtls.cipher.Scratch;
import io.fleetload.rig.ManualLoop;
import java.lang.management.ManagementFactory;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What a session costs in CPU and heap; a program, no test. Run it from the module's directory with
 * the test class path: {@code java -cp ... io.fleetload.dtls.SessionCost}. CPU is this thread's
 * own, so that other work on the machine disturbs little.
 */
final class SessionCost {
  private static final int ROUNDS = 6;
  private static final int RECORDS = 300_000;
  private static final int HANDSHAKES = 5_000;
  private static final int SESSIONS = 10_000;

  private SessionCost() {}

  public static void main(String[] arguments) {
    for (int round = 0; round < ROUNDS; round++) {
      for (CipherSuite cipher :
          List.of(
              CipherSuite.TLS_PSK_WITH_AES_128_CCM_8,
              CipherSuite.TLS_PSK_WITH_AES_128_GCM_SHA256)) {
        for (int length : new int[] {60, 100, 800}) {
          records(round, cipher, length);
        }
      }
      handshakes(round);
    }
    heap(CipherSuite.TLS_PSK_WITH_AES_128_CCM_8, false, 60);
    heap(CipherSuite.TLS_PSK_WITH_AES_128_CCM_8, true, 60);
    heap(CipherSuite.TLS_PSK_WITH_AES_128_CCM_8, true, 800);
    heap(CipherSuite.TLS_PSK_WITH_AES_128_GCM_SHA256, false, 60);
  }

  private static void records(int round, CipherSuite cipher, int length) {
    Scratch scratch = new Scratch();
    byte[] key = new byte[cipher.keyLength()];
    Aead one = cipher.keyed(key, 1, scratch.blocks);
    Aead other = cipher.keyed(key, 1, scratch.blocks);
    ProtectedRecords sender = new ProtectedRecords(scratch, one, other, new byte[0]);
    byte[] payload = new byte[length];
    byte[][] sealed = new byte[1_000][];
    long sealing = 0;
    long opening = 0;
    ProtectedRecords receiver = new ProtectedRecords(scratch, one, other, new byte[0]);
    byte[] out = new byte[length + 100];
    for (int done = 0; done < RECORDS; done += sealed.length) {
      long begun = cpu();
      for (int i = 0; i < sealed.length; i++) {
        sender.seal(RecordHeader.APPLICATION_DATA, payload, 0, length, scratch.outgoing, 0);
      }
      sealing += cpu() - begun;
      for (int i = 0; i < sealed.length; i++) {
        int sealedLength = sender.seal(RecordHeader.APPLICATION_DATA, payload, 0, length, out, 0);
        sealed[i] = Arrays.copyOf(out, sealedLength);
      }
      begun = cpu();
      for (byte[] record : sealed) {
        if (receiver.open(record, 0) != length) {
          throw new AssertionError("a record does not open");
        }
      }
      opening += cpu() - begun;
    }
    say(
        "%d: %s %d B: seal %d ns, open %d ns",
        round, cipher, length, sealing / RECORDS, opening / RECORDS);
  }

  private static void handshakes(int round) {
    Costs costs = new Costs();
    for (int i = 0; i < HANDSHAKES; i++) {
      costs.full();
      costs.abbreviated();
    }
    say(
        "%d: handshake of the client: full %d ns, abbreviated %d ns",
        round, costs.full / HANDSHAKES, costs.abbreviated / HANDSHAKES);
  }

  /** Client CPU of handshakes with a server in pieces. */
  private static final class Costs {
    private final Bench bench = new Bench();
    private long full;
    private long abbreviated;

    void full() {
      bench.session.drop();
      bench.sent.clear();
      bench.sentAt.clear();
      long begun = cpu();
      bench.session.handshake();
      full += cpu() - begun;
      bench.serverTakesTheLast();
      byte[] flight =
          bench.server.plain(
              RecordHeader.HANDSHAKE, PiecewiseServer.joined(bench.server.helloFlight(false)));
      begun = cpu();
      bench.arrives(flight);
      full += cpu() - begun;
      bench.serverTakesTheLast();
      full += finish();
    }

    void abbreviated() {
      long begun = cpu();
      bench.session.handshake();
      abbreviated += cpu() - begun;
      bench.serverTakesTheLast();
      byte[] hello = bench.server.plain(RecordHeader.HANDSHAKE, bench.server.resumingHello());
      begun = cpu();
      bench.arrives(hello);
      abbreviated += cpu() - begun;
      abbreviated += finish();
    }

    private long finish() {
      byte[] finished = bench.server.finished();
      long begun = cpu();
      bench.arrives(finished);
      return cpu() - begun;
    }
  }

  private static void heap(CipherSuite cipher, boolean resumption, int payload) {
    ManualLoop loop = new ManualLoop();
    DtlsSettings settings = new DtlsSettings(List.of(cipher), 1, 0, resumption, false);
    DtlsClient client =
        new DtlsClient(settings, PiecewiseServer.KNOWN, loop, loop, new SecureRandom());
    Connected events = new Connected(cipher);
    List<DtlsSession> sessions = new ArrayList<>(SESSIONS);
    events.connect(client.session(0, events));
    loop.pass(1_000);
    long before = used();
    for (int i = 0; i < SESSIONS; i++) {
      DtlsSession session = client.session(i, events);
      events.connect(session);
      session.send(new byte[payload], 0, payload);
      sessions.add(session);
    }
    loop.pass(1_000);
    long bytes = (used() - before) / SESSIONS;
    if (sessions.size() != SESSIONS || events.established != SESSIONS + 1) {
      throw new AssertionError("not all of them are established");
    }
    say(
        "%s, resumption %s, sends %d B: %d bytes of heap for a session",
        cipher, resumption, payload, bytes);
  }

  /** Connects one session after the other. */
  private static final class Connected implements SessionEvents {
    private final PiecewiseServer server = new PiecewiseServer();
    private byte[] last;
    private int established;

    Connected(CipherSuite cipher) {
      server.cipher = cipher;
    }

    void connect(DtlsSession session) {
      session.handshake();
      server.take(last);
      byte[] flight =
          server.plain(RecordHeader.HANDSHAKE, PiecewiseServer.joined(server.helloFlight(false)));
      session.datagram(flight, 0, flight.length);
      server.take(last);
      byte[] finished = server.finished();
      session.datagram(finished, 0, finished.length);
      byte[] data = server.sealed(RecordHeader.APPLICATION_DATA, (byte) 1);
      session.datagram(data, 0, data.length);
    }

    @Override
    public void transmit(byte[] buffer, int offset, int length) {
      last = Arrays.copyOfRange(buffer, offset, offset + length);
    }

    @Override
    public void established(boolean resumed) {
      established++;
    }

    @Override
    public void received(byte[] buffer, int offset, int length) {}

    @Override
    public void ended(SessionEnd end) {
      throw new AssertionError(end);
    }
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static long used() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static void say(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }
}
