// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.grpc;

import io.fleetload.arion.profile.Addresses;
import io.fleetload.arion.profile.ArionProfile;
import io.fleetload.arion.profile.RuleStamp;
import io.fleetload.arion.rule.RuleSet;
import io.fleetload.arion.rule.WrittenRules;
import io.fleetload.arion.schema.NeighborRule;
import io.fleetload.arion.schema.ReadAnswer;
import io.fleetload.arion.schema.ReadRequest;
import io.fleetload.driver.DeviceLink.Exchange;
import io.fleetload.driver.Message;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.BitSet;

/** The reads that follow the writes of a flow of kind write. */
final class ReadBackCalls implements FlowCalls {
  private final int keys;
  private final WrittenRules written;
  private final RuleCheck check;

  /**
   * The reads of a flow.
   *
   * @param write name of the flow that writes
   */
  ReadBackCalls(ArionProfile profile, String write, RuleCheck check) {
    this.keys = profile.writes().get(write).keys();
    this.written = new WrittenRules(profile, write);
    this.check = check;
  }

  @Override
  public GrpcExchange of(Message message, Exchange exchange) {
    Stamp write = message.answers().stamp();
    RuleSet rules = check.rules();
    ReadRequest request = new ReadRequest();
    for (int key = 0; key < keys; key++) {
      int index = written.index(write.n(), key);
      request.ask(rules.tunnelId(index), Addresses.ip(rules.ip(index)));
    }
    return new ReadBack(message.device(), request.write(), of(write), exchange);
  }

  /** An answer has the rules as they were written, or as a later write made them. */
  private AnswerCheck of(Stamp write) {
    boolean deleted = written.deletes(write.n(), write.period());
    return answer -> {
      int found = ReadAnswer.count(answer);
      if (found > keys) {
        return GrpcCause.TOO_MANY;
      }
      boolean news = deleted ? found == 0 || found == keys : found == keys;
      BitSet came = new BitSet();
      for (NeighborRule rule : ReadAnswer.rules(answer)) {
        int index = check.index(rule);
        if (!written.writes(write.n(), index) || came.get(index)) {
          return GrpcCause.OTHER_RULE;
        }
        came.set(index);
        int by = writer(rule, write.run());
        if (by >= write.n() && !check.written(write.run()).test(rule)) {
          return GrpcCause.ALTERED;
        }
        news &= deleted ? by > write.n() : by >= write.n();
      }
      return news ? null : GrpcCause.NOT_COUNTED;
    };
  }

  /** The message of a run that wrote a rule; -1 where none of it did. */
  private int writer(NeighborRule rule, RunId run) {
    return RuleStamp.read(
            written.flow(),
            Addresses.readIp(rule.hostIp()),
            Addresses.readMac(rule.mac()),
            Addresses.readMac(rule.hostMac()),
            check.now())
        .filter(found -> found.run().equals(run))
        .map(Stamp::n)
        .orElse(-1);
  }
}
