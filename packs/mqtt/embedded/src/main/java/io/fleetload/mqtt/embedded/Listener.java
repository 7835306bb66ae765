// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.embedded;

/** The ways in which a client reaches the broker. */
enum Listener {
  TCP("--port", "server", "tcp-listener"),
  TLS("--tls-port", "tls", "tls-tcp-listener"),
  WEBSOCKET("--websocket-port", "websocket", "websocket-listener"),
  TLS_WEBSOCKET("--tls-websocket-port", "tlsWebsocket", "tls-websocket-listener");

  /** The option of its port. */
  final String option;

  /** Its address in the ready line. */
  final String field;

  /** Its name in HiveMQ's configuration. */
  final String element;

  Listener(String option, String field, String element) {
    this.option = option;
    this.field = field;
    this.element = element;
  }

  /** Tells whether it shows a certificate. */
  boolean secure() {
    return element.startsWith("tls-");
  }
}
