// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import java.time.Duration;
import org.junit.jupiter.api.Tag;

/** The same, and none of them costs more than a second of processor time. */
@Tag("nightly")
@Tag("bounds")
class HostileProfilesAtOnceTest extends HostileProfilesTest {
  @Override
  Duration most() {
    return Duration.ofSeconds(1);
  }
}
