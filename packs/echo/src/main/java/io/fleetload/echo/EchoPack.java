// SPDX-License-Identifier: EPL-2.0
package io.fleetload.echo;

import io.fleetload.pack.Description;
import io.fleetload.pack.Pack;

/** The campaign of the echo server. */
public final class EchoPack implements Pack<EchoProfile> {
  @Override
  public String name() {
    return "echo";
  }

  @Override
  public Class<EchoProfile> profile() {
    return EchoProfile.class;
  }

  @Override
  public Description describe(EchoProfile profile) {
    return new EchoRun(profile);
  }
}
