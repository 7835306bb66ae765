// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import static io.fleetload.hono.Profiles.GOOD;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The mistakes that one can make with what is done to the target. */
class WrongDisturbancesTest {
  @TempDir Path directory;
  private Profiles profiles;

  @BeforeEach
  void make() {
    profiles = new Profiles(directory, Map.of());
  }

  private void disturb(String disturb, String key, String... what) {
    profiles.refused(GOOD + "disturb: [" + disturb + "]\n", "FILE:8: " + key, what);
  }

  @Test
  void aPartIsOneThatThePackKnows() {
    disturb(
        "{ at: 5s, part: adaptor, do: restart }",
        "disturb[0].part",
        "\"adaptor\"",
        "adapter, auth, registry, router, kafka, infinispan, mongodb");
  }

  @Test
  void whatThePlaceCannotDoSaysWhatToWriteInstead() {
    disturb("{ at: 5s, part: adapter, do: kill }", "disturb[0].do", "\"kill\"", "restart, stop");
    disturb(
        "{ at: 5s, part: adapter, do: scale, to: 1 }", "disturb[0].do", "\"scale\"", "embedded");
    disturb("{ at: 5s, part: auth, do: restart }", "disturb[0].part", "\"auth\"", "run:");
    disturb(
        "{ at: 5s, part: adapter, do: restart, processes: 1 }",
        "disturb[0].processes",
        "one process");
  }

  @Test
  void aStopNeedsItsTimeAndAScaleItsNumber() {
    disturb("{ at: 5s, part: adapter, do: stop }", "disturb[0].for", "missing", "for: 60s");
    disturb("{ at: 5s, part: adapter, do: restart, for: 2s }", "disturb[0].for", "do: stop");
    disturb("{ at: 5s, part: adapter, do: restart, to: 1 }", "disturb[0].to", "do: scale");
    disturb("{ at: 5s, part: adapter }", "disturb[0]", "part and do", "run");
  }

  @Test
  void itLiesInTheMeasuredPhaseAfterTheOneBefore() {
    disturb("{ at: 1s, part: adapter, do: restart }", "disturb[0].at", "\"1s\"", "2s");
    disturb("{ at: 20s, part: adapter, do: restart }", "disturb[0].at", "\"20s\"", "20s");
    disturb(
        "{ at: 5s, part: adapter, do: stop, for: 4s }, { at: 8s, part: router, do: restart }",
        "disturb[1].at",
        "\"8s\"",
        "9s");
  }

  @Test
  void eachHasANameOfItsOwn() {
    disturb(
        "{ at: 5s, part: adapter, do: restart }, { at: 8s, part: adapter, do: restart }",
        "disturb[1].name",
        "\"adapter\"");
  }

  @Test
  void aCommandStandsAlone() {
    disturb("{ at: 5s, run: [] }", "disturb[0].run", "empty", "./restart-broker");
    disturb("{ at: 5s, run: [x], part: adapter, do: restart }", "disturb[0].run", "one of them");
    disturb("{ at: 5s, run: [x], for: 3s }", "disturb[0]", "the command itself");
  }

  @Test
  void anExternalTargetNeedsItsPlace() {
    String external =
        Profiles.good("count: 50", "count: 50, psk: { derivedFrom: a secret of ours }")
            + "target: { kind: external, coap: 127.0.0.1:5684, kafka: 127.0.0.1:9092, provision: false }\n";
    String restart = "disturb: [{ at: 5s, part: adapter, do: restart }]\n";
    String scale = "disturb: [{ at: 5s, part: adapter, do: scale, to: 2 }]\n";
    profiles.refused(restart + external, "FILE: disturbIn", "missing", "compose", "namespace");
    profiles.refused(
        restart + "disturbIn: { compose: a, namespace: b }\n" + external,
        "FILE:2: disturbIn",
        "one of");
    profiles.refused(
        scale + "disturbIn: { compose: a }\n" + external,
        "FILE:1: disturb[0].do",
        "Docker Compose",
        "restart, stop, kill");
  }
}
