// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire.tls;

import io.fleetload.process.TlsFiles;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLParameters;

/**
 * TLS of the connections of a fleet.
 *
 * @param files the authorities that it trusts, and its own certificate
 * @param serverName name or IP address that the server's certificate has to be for (RFC 2818); a
 *     name is also sent to the server (RFC 6066, section 3)
 * @param versions that it offers; those of the Java platform if empty
 * @param resumable devices that resume their sessions, each its own; 0 if each handshake is a full
 *     one
 */
public record TlsSettings(
    TlsFiles files, String serverName, List<Version> versions, int resumable) {
  /** Version of the protocol. */
  public enum Version {
    TLS_1_2("TLSv1.2"),
    TLS_1_3("TLSv1.3");

    private final String name;

    Version(String name) {
      this.name = name;
    }
  }

  /** With a copy of the list; the name without the brackets of an IPv6 address in a URL. */
  public TlsSettings {
    versions = List.copyOf(versions);
    serverName =
        serverName.startsWith("[") && serverName.endsWith("]")
            ? serverName.substring(1, serverName.length() - 1)
            : serverName;
  }

  /** Sets them on the parameters of an engine. */
  SSLParameters on(SSLParameters parameters) {
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    if (!versions.isEmpty()) {
      parameters.setProtocols(versions.stream().map(each -> each.name).toArray(String[]::new));
    }
    // The JDK itself sends no name without a dot, such as localhost.
    parameters.setServerNames(sentName());
    return parameters;
  }

  /** Empty for an address, and for what is no name in DNS, such as one with an underscore. */
  private List<SNIServerName> sentName() {
    try {
      return isAddress(serverName)
          ? List.of()
          : List.of(new SNIHostName(serverName.toLowerCase(Locale.ROOT)));
    } catch (IllegalArgumentException e) {
      return List.of();
    }
  }

  private static boolean isAddress(String name) {
    return name.contains(":") || name.matches("[0-9.]+");
  }
}
