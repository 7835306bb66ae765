// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.provision;

import io.fleetload.arion.grpc.ArionMethod;
import io.fleetload.arion.profile.Addresses;
import io.fleetload.arion.rule.RuleNotice;
import io.fleetload.arion.rule.RuleSet;
import io.fleetload.arion.schema.NeighborRule;
import io.fleetload.arion.schema.Operation;
import io.fleetload.arion.schema.ReadAnswer;
import io.fleetload.arion.schema.ReadRequest;
import io.fleetload.arion.schema.WriteRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Rules of no message that mark a place in what a group's watchers hear. A marker written before a
 * watcher begins shows that it hears, and from which version on it has to hear. A marker written at
 * the end comes after all that was written before.
 */
public final class Markers {
  /** The serial of those that are written before a watcher begins. */
  public static final int AT_THE_BEGINNING = 0;

  /** The serial of those that are written after all else. */
  public static final int AT_THE_END = 1;

  private static final int MOST_AT_ONCE = 100;

  /** Addresses of this maker are markers. */
  private static final long MAKER = 0x00_16_40_00_00_00L;

  private final RuleServer server;
  private final RuleSet rules;

  public Markers(RuleServer server, RuleSet rules) {
    this.server = server;
    this.rules = rules;
  }

  /** Checks whether a watcher heard of the marker of its group, as it was written. */
  public boolean has(RuleNotice told, int group) {
    return told.ip() == Integer.toUnsignedLong(rules.markerIp(group))
        && told.hostIp() == told.ip()
        && told.tunnelId() == rules.tunnelId(0)
        && told.ofGroup()
        && told.hostMac() == told.mac()
        && (told.mac() == MAKER + AT_THE_BEGINNING || told.mac() == MAKER + AT_THE_END);
  }

  /** Serial of the marker; -1 if it is gone. */
  public static int serial(RuleNotice told) {
    return told.deleted() ? -1 : (int) (told.mac() - MAKER);
  }

  /** Writes the marker of each group. */
  public CompletableFuture<Void> write(int serial) {
    return send(Operation.CREATE, serial);
  }

  /** Deletes the marker of each group. */
  public CompletableFuture<Void> delete() {
    return send(Operation.DELETE, 0);
  }

  private CompletableFuture<Void> send(Operation operation, int serial) {
    List<CompletableFuture<byte[]>> answers = new ArrayList<>();
    for (int from = 0; from < rules.groups(); from += MOST_AT_ONCE) {
      WriteRequest request = new WriteRequest("marker-" + serial);
      for (int group = from; group < end(from); group++) {
        request.state(operation, marker(group, serial));
      }
      answers.add(server.send(ArionMethod.WRITE, request.write()));
    }
    return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new));
  }

  private NeighborRule marker(int group, int serial) {
    String mac = Addresses.mac(MAKER + serial);
    String ip = Addresses.ip(rules.markerIp(group));
    return new NeighborRule(0, ip, ip, mac, rules.tunnelId(0), mac, RuleSet.groupName(group), 0);
  }

  /** The versions that the markers have, by group. */
  public CompletableFuture<long[]> versions() {
    long[] versions = new long[rules.groups()];
    List<CompletableFuture<Void>> answers = new ArrayList<>();
    for (int from = 0; from < versions.length; from += MOST_AT_ONCE) {
      int first = from;
      ReadRequest request = new ReadRequest();
      for (int group = first; group < end(first); group++) {
        request.ask(rules.tunnelId(0), Addresses.ip(rules.markerIp(group)));
      }
      answers.add(
          server
              .send(ArionMethod.READ, request.write())
              .thenAccept(answer -> put(answer, versions, first)));
    }
    return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
        .thenApply(all -> versions);
  }

  private void put(byte[] answer, long[] versions, int first) {
    try {
      List<NeighborRule> found = ReadAnswer.rules(answer);
      BitSet there = new BitSet();
      for (NeighborRule each : found) {
        long group = Addresses.readIp(each.ip()) - Integer.toUnsignedLong(rules.markerIp(0));
        if (group >= first && group < end(first)) {
          there.set((int) group);
          versions[(int) group] = each.version();
        }
      }
      if (there.cardinality() < end(first) - first) {
        throw new IOException("a rule that was just written is not there");
      }
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }

  private int end(int first) {
    return Math.min(rules.groups(), first + MOST_AT_ONCE);
  }
}
