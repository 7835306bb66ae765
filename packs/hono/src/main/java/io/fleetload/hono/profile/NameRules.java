// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.profile;

import io.fleetload.hono.profile.HonoDevices.Protocol;
import io.fleetload.profile.DeviceGroup;
import io.fleetload.profile.key.ProfileChecks;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Rules for the names of devices and gateways. A protocol's rule refuses a name; one that an
 * operator of Hono can set is a note.
 */
final class NameRules {
  /** Form of a name: no brace but those of the index. */
  static final String FORM = "[^{}]*\\{index\\}[^{}]*";

  /** The longest Uri-Path of CoAP, in bytes. */
  private static final int MOST_BYTES = 255;

  private static final Rule CONTROL =
      new Rule(
          "[\\p{Cc}\\p{Cs}\\p{Cn}]",
          "leave out control characters: MQTT 3.1.1 (section 1.5.3) and RFC 7617 forbid them");
  private static final Rule BAR =
      new Rule("\\|", "leave out |: the results list the names of groups with it between them");
  private static final Rule AT =
      new Rule("@", "leave out @: Hono ends the auth-id at the first one, and the tenant follows");
  private static final Rule COLON =
      new Rule(
          ":", "leave out the colon: HTTP ends the name of a user there (RFC 7617, section 2)");
  private static final Rule ENDS =
      new Rule(
          "^\\p{Z}|\\p{Z}$",
          "leave out blanks at the ends: X.500 names (RFC 2253) and files of keys lose them");
  private static final Rule COLUMN =
      new Rule("[,\"]", "leave out comma and quote: they end a column of a file of keys (CSV)");
  private static final Rule LEVEL =
      new Rule(
          "/", "leave out /: it begins a level of an MQTT topic, where Hono has the device-id");
  private static final Rule WILDCARD =
      new Rule("[+#]", "leave out + and #: MQTT has them in filters alone (3.1.1, MQTT-3.3.2-2)");

  private static final Setting DEVICE_ID =
      new Setting("HONO_REGISTRY_HTTP_DEVICEIDPATTERN", "[a-zA-Z0-9_.:=-]+");
  private static final Setting USER_NAME =
      new Setting("HONO_REGISTRY_SVC_USERNAMEPATTERN", "[a-zA-Z0-9_=.-]+");

  /**
   * Rule that a name breaks by a part of it.
   *
   * @param message says what to do, and what forbids it
   */
  private record Rule(Pattern broken, String message) {
    Rule(String broken, String message) {
      this(Pattern.compile(broken), message);
    }

    void check(String path, String name, ProfileChecks checks) {
      checks.when(broken.matcher(name).find(), path, message);
    }
  }

  /**
   * Setting of Hono's registry that says which names it takes.
   *
   * @param byDefault the pattern that a whole name has to have
   */
  private record Setting(String name, Pattern byDefault) {
    Setting(String name, String byDefault) {
      this(name, Pattern.compile(byDefault));
    }

    void note(String path, String id, List<String> notes) {
      if (!byDefault.matcher(id).matches()) {
        notes.add(
            "%s: set %s of Hono's registry, unless it takes \"%s\": its default %s does not"
                .formatted(path, name, id, byDefault));
      }
    }
  }

  private final HonoProfile profile;

  NameRules(HonoProfile profile) {
    this.profile = profile;
  }

  /** Notes the names that a protocol forbids. */
  void check(ProfileChecks checks) {
    for (DeviceGroup each : profile.devices().groups()) {
      HonoDevices own = (HonoDevices) each.devices();
      String path = each.path() + ".id";
      everywhere(path, own.id(), checks);
      if (profile.gateways() == null) {
        session(path, own.id(), own, checks);
      } else if (own.protocol() == Protocol.MQTT) {
        LEVEL.check(path, own.id(), checks);
        WILDCARD.check(path, own.id(), checks);
      }
    }
    if (profile.gateways() != null) {
      everywhere("gateways.id", profile.gateways().id(), checks);
      session("gateways.id", profile.gateways().id(), profile.devices(), checks);
    }
  }

  private static void everywhere(String path, String name, ProfileChecks checks) {
    CONTROL.check(path, name, checks);
    BAR.check(path, name, checks);
    // The index of the last of the most devices is as long as its place.
    int bytes = name.getBytes(StandardCharsets.UTF_8).length;
    checks.when(
        bytes > MOST_BYTES,
        path,
        "write %d bytes at most, not %d: a Uri-Path of CoAP has no more (RFC 7252, section 5.10)"
            .formatted(MOST_BYTES, bytes));
  }

  /** Checks the name of a session, which is the auth-id of its credentials. */
  private static void session(String path, String name, HonoDevices of, ProfileChecks checks) {
    ENDS.check(path, name, checks);
    if (of.x509() == null) {
      AT.check(path, name, checks);
      COLUMN.check(path, name, checks);
    }
    if (of.x509() == null && of.protocol() == Protocol.HTTP) {
      COLON.check(path, name, checks);
    }
  }

  /** Notes on the names that Hono's registry takes only where its operator set a pattern. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (profile.target().kind() == HonoTarget.Kind.EMBEDDED) {
      return notes;
    }
    for (DeviceGroup each : profile.devices().groups()) {
      HonoDevices own = (HonoDevices) each.devices();
      note(each.path() + ".id", own.id(), profile.gateways() == null, own, notes);
    }
    if (profile.gateways() != null) {
      note("gateways.id", profile.gateways().id(), true, profile.devices(), notes);
    }
    return notes;
  }

  private static void note(
      String path, String name, boolean session, HonoDevices of, List<String> notes) {
    String first = name.replace("{index}", "0");
    DEVICE_ID.note(path, first, notes);
    if (session && of.x509() == null && of.protocol().isByPassword()) {
      USER_NAME.note(path, first, notes);
    }
  }
}
