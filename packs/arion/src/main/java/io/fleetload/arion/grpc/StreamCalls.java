// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.grpc;

import io.fleetload.arion.profile.Addresses;
import io.fleetload.arion.profile.ArionFlow;
import io.fleetload.arion.rule.AskedKeys;
import io.fleetload.arion.schema.ReadRequest;
import io.fleetload.driver.DeviceLink.Exchange;
import io.fleetload.driver.Message;
import io.fleetload.driver.WireLoop;

/** The streams of a flow of kind stream. */
final class StreamCalls implements FlowCalls {
  private final ArionFlow.Stream stream;
  private final AskedKeys asked;
  private final RuleCheck check;
  private final WireLoop loop;

  StreamCalls(ArionFlow.Stream stream, RuleCheck check, WireLoop loop) {
    this.stream = stream;
    this.asked = new AskedKeys(check.rules(), stream.unknown());
    this.check = check;
    this.loop = loop;
  }

  @Override
  public GrpcExchange of(Message message, Exchange exchange) {
    long first = (long) message.stamp().n() * stream.requests();
    BidiStream.Plan plan =
        new BidiStream.Plan(
            stream.requests(),
            stream.requests(),
            i -> request(first + i),
            stream.interval().nanos(),
            stream.end(),
            AnswerCheck.ofRead(
                asked,
                stream.keys(),
                first * stream.keys(),
                (long) stream.requests() * stream.keys(),
                check.written(message.stamp().run())));
    return new BidiStream(ArionMethod.READ_STREAM, message.device(), plan, loop, exchange);
  }

  private byte[] request(long n) {
    int keys = stream.keys();
    ReadRequest request = new ReadRequest();
    for (long key = n * keys; key < (n + 1) * keys; key++) {
      request.ask(asked.tunnelId(key), Addresses.ip(asked.ip(key)));
    }
    return request.write();
  }
}
