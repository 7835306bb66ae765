// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.grpc;

import io.fleetload.arion.profile.Addresses;
import io.fleetload.arion.profile.ArionFlows;
import io.fleetload.arion.profile.ArionProfile;
import io.fleetload.arion.profile.RuleStamp;
import io.fleetload.arion.rule.AskedKeys;
import io.fleetload.arion.rule.RuleContents;
import io.fleetload.arion.rule.RuleSet;
import io.fleetload.arion.rule.WrittenRules;
import io.fleetload.arion.schema.NeighborRule;
import io.fleetload.arion.schema.ReadAnswer;
import io.fleetload.arion.schema.ReadRequest;
import io.fleetload.arion.schema.WatchRequest;
import io.fleetload.driver.DeviceLink.Exchange;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.WireLoop;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;

/** The requests of each flow's messages, and the answers that they must get. */
final class Requests {
  private final ArionFlows flows;
  private final RuleSet rules;
  private final int rulesOfGroup;
  private final AskedKeys asked;
  private final AskedKeys streamed;
  private final WrittenRules written;
  private final RuleContents contents;
  private final RunClock clock;
  private final WireLoop loop;

  Requests(ArionProfile profile, RunClock clock, WireLoop loop) {
    this.flows = profile.flows();
    this.rules = new RuleSet(profile.rules());
    this.contents = new RuleContents(profile);
    this.rulesOfGroup = profile.rules().count() / profile.rules().groups();
    ArionFlows.Stream stream = flows.stream();
    ArionFlows.ReadFlow read = flows.read();
    this.asked = read == null ? null : new AskedKeys(rules, read.unknown());
    this.streamed = stream == null ? null : new AskedKeys(rules, stream.unknown());
    this.written = flows.write() == null ? null : new WrittenRules(profile);
    this.clock = clock;
    this.loop = loop;
  }

  /** The methods that the flows of the profile need. */
  List<ArionMethod> methods() {
    List<ArionMethod> methods = new ArrayList<>();
    boolean readsBack = flows.write() != null && flows.write().readBack();
    add(methods, ArionMethod.READ, flows.read() != null || readsBack);
    add(methods, ArionMethod.READ_STREAM, flows.stream() != null);
    add(methods, ArionMethod.WRITE, flows.write() != null);
    add(methods, ArionMethod.WATCH, flows.watch() != null);
    return methods;
  }

  private static void add(List<ArionMethod> methods, ArionMethod method, boolean needed) {
    if (needed) {
      methods.add(method);
    }
  }

  /** The call that a message of a flow is. */
  GrpcExchange call(Message message, Exchange exchange) {
    return switch (message.flow()) {
      case ArionFlows.READ ->
          new Unary(
              ArionMethod.READ, message.payload(), ofRead(message.stamp()), () -> null, exchange);
      case ArionFlows.WRITE ->
          new Unary(
              ArionMethod.WRITE,
              message.payload(),
              AnswerCheck::ofWrite,
              () -> toReadBack(message),
              exchange);
      case ArionFlows.READ_BACK -> readBack(message.answers().stamp(), exchange);
      case ArionFlows.STREAM -> stream(message, exchange);
      case ArionFlows.WATCH -> watch(message, exchange);
      default -> throw new IllegalArgumentException("no request is of " + message.flow());
    };
  }

  private AnswerCheck ofRead(Stamp read) {
    int keys = flows.read().keys();
    return AnswerCheck.ofRead(asked, keys, (long) read.n() * keys, keys, written(read.run()));
  }

  /** Checks whether a rule of the data set says what was written. */
  private Predicate<NeighborRule> written(RunId run) {
    return rule -> contents.has(index(rule), rule, run, now());
  }

  private int index(NeighborRule rule) {
    return rules.index(rule.tunnelId(), (int) Addresses.readIp(rule.ip()));
  }

  private long now() {
    return clock.epochNanos(clock.nanos());
  }

  /** The read that follows a write that went well, or null. */
  private Inbound toReadBack(Message write) {
    if (!flows.write().readBack()) {
      return null;
    }
    Stamp stamp = write.stamp();
    Stamp.Legs legs = new Stamp.Legs(stamp.sent(), Stamp.UNKNOWN, Stamp.UNKNOWN, now());
    return new Inbound(write.device(), stamp.with(legs), null);
  }

  private GrpcExchange stream(Message message, Exchange exchange) {
    ArionFlows.Stream stream = flows.stream();
    long first = (long) message.stamp().n() * stream.requests();
    BidiStream.Plan plan =
        new BidiStream.Plan(
            stream.requests(),
            stream.requests(),
            i -> streamed(first + i),
            stream.interval().nanos(),
            stream.end(),
            AnswerCheck.ofRead(
                streamed,
                stream.keys(),
                first * stream.keys(),
                (long) stream.requests() * stream.keys(),
                written(message.stamp().run())));
    return new BidiStream(ArionMethod.READ_STREAM, plan, loop, exchange);
  }

  private byte[] streamed(long n) {
    int keys = flows.stream().keys();
    ReadRequest request = new ReadRequest();
    for (long key = n * keys; key < (n + 1) * keys; key++) {
      request.ask(streamed.tunnelId(key), Addresses.ip(streamed.ip(key)));
    }
    return request.write();
  }

  /** One request, on which the rules of a group follow. */
  private GrpcExchange watch(Message message, Exchange exchange) {
    int group = message.stamp().n() % rules.groups();
    GroupLoad load = new GroupLoad(rules, contents, group, message.stamp().run());
    BidiStream.Plan plan =
        new BidiStream.Plan(
            1,
            rulesOfGroup,
            i -> new WatchRequest(RuleSet.groupName(group), 0).write(),
            0,
            ArionFlows.End.CANCEL,
            answer -> load.flaw(NeighborRule.read(answer), now()));
    return new BidiStream(ArionMethod.WATCH, plan, loop, exchange);
  }

  private GrpcExchange readBack(Stamp write, Exchange exchange) {
    ReadRequest request = new ReadRequest();
    int keys = flows.write().keys();
    for (int key = 0; key < keys; key++) {
      int index = written.index(write.n(), key);
      request.ask(rules.tunnelId(index), Addresses.ip(rules.ip(index)));
    }
    return new ReadBack(request.write(), ofReadBack(write, keys), exchange);
  }

  /** An answer has the rules as they were written, or as a later write made them. */
  private AnswerCheck ofReadBack(Stamp write, int keys) {
    boolean deleted = written.deletes(write.n(), write.period());
    return answer -> {
      int found = ReadAnswer.count(answer);
      if (found > keys) {
        return GrpcCause.TOO_MANY;
      }
      boolean news = deleted ? found == 0 || found == keys : found == keys;
      BitSet came = new BitSet();
      for (NeighborRule rule : ReadAnswer.rules(answer)) {
        int index = index(rule);
        if (!written.writes(write.n(), index) || came.get(index)) {
          return GrpcCause.OTHER_RULE;
        }
        came.set(index);
        int by = writtenBy(rule, write.run());
        if (by >= write.n() && !contents.has(index, rule, write.run(), now())) {
          return GrpcCause.ALTERED;
        }
        news &= deleted ? by > write.n() : by >= write.n();
      }
      return news ? null : GrpcCause.NOT_COUNTED;
    };
  }

  /** The message of a run that wrote a rule; -1 where none of it did. */
  private int writtenBy(NeighborRule rule, RunId run) {
    return RuleStamp.read(
            Addresses.readIp(rule.hostIp()),
            Addresses.readMac(rule.mac()),
            Addresses.readMac(rule.hostMac()),
            now())
        .filter(found -> found.run().equals(run))
        .map(Stamp::n)
        .orElse(-1);
  }
}
