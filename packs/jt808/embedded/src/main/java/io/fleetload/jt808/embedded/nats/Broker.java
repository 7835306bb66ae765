// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded.nats;

/** A NATS server that clients can connect to; closing it ends it, if it was started here. */
public interface Broker extends AutoCloseable {
  /** Address as clients take it, {@code nats://host:port}. */
  String url();

  @Override
  void close();

  /** One that runs elsewhere, and goes on. */
  static Broker given(String url) {
    return new Broker() {
      @Override
      public String url() {
        return url;
      }

      @Override
      public void close() {}
    };
  }
}
