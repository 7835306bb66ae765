// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tests of a terminal that a platform let in. */
public abstract class OpenLine {
  Platform platform;
  public Fleet fleet;
  public Platform.Line line;

  @BeforeEach
  void open() throws Exception {
    platform = new Platform();
    fleet = Fleet.of(platform.address());
    line = fleet.open(platform);
  }

  @AfterEach
  void close() throws Exception {
    long faults = fleet.faults();
    fleet.close();
    platform.close();
    assertThat(faults).isZero();
  }
}
