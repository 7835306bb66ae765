// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.profile;

import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.FileBesideProfile;

/** Devices that have certificates instead of pre-shared keys. */
public record X509(
    @Doc(
            value =
                "the directory of the authorities that issue the devices' certificates: a file"
                    + " TENANT.pem each, with certificate and private key (EC, PKCS #8, not"
                    + " encrypted). Provisioning makes a file that is missing, which its owner alone"
                    + " can read; other load hosts need a copy",
            required = true)
        FileBesideProfile directory,
    @Doc(
            value =
                "PEM file of the authorities that the CoAP adapter's certificate may come from; the"
                    + " certificate has to be for the host of target.coap. MQTT and HTTP have"
                    + " target.trust",
            byDefault = "an embedded adapter's own certificate, else those of the Java platform")
        FileBesideProfile trust,
    @Doc(
            value =
                "whether the devices take any certificate for the CoAP adapter's; they then send to"
                    + " any server that answers",
            byDefault = "false")
        Boolean trustAny) {

  /** Fills in what the profile leaves open. */
  public X509 {
    trustAny = trustAny != null && trustAny;
  }

  void check(HonoDevices devices, ProfileChecks checks) {
    if (devices.psk() != null) {
      checks.problem("devices.x509", "is given together with devices.psk, expected one of them");
    }
    boolean coap = devices.protocol() == HonoDevices.Protocol.COAP;
    if (coap && devices.stack() != HonoDevices.Stack.CALIFORNIUM) {
      checks.problem(
          "devices.x509",
          "needs devices.stack: californium, since the own stack knows pre-shared keys only");
    }
    checks.when(
        !coap && (trust != null || trustAny),
        "devices.x509",
        "write target.trust in place of trust and trustAny, which are for devices of CoAP");
    if (trust != null && trustAny) {
      checks.problem(
          "devices.x509.trustAny",
          "is given together with devices.x509.trust, expected one of them");
    }
  }
}
