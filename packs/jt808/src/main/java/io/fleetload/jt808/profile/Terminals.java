// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.profile;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fleetload.jt808.wire.Version;
import io.fleetload.profile.Devices;
import io.fleetload.profile.Fleet;
import io.fleetload.profile.Phases;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.Inline;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.Share;

/** The fleet of vehicle terminals. */
public record Terminals(
    @Inline Fleet fleet,
    @Doc(
            value =
                "a terminal's phone number, by which the server knows it; {index} counts from 0,"
                    + " {index:8} with leading zeros",
            byDefault = "138{index:8}",
            form = "[1-9][0-9]{0,18}\\{index(:[0-9]{1,2})?\\}",
            expected = "digits and then {index} or {index:8}, such as 138{index:8}")
        String phone,
    @Doc(
            value = "terminals that speak JT/T 808-2019; the others speak JT/T 808-2013",
            byDefault = "none")
        Share version2019,
    @Doc(
            value =
                "how frames are put into writes: single, one each; joined, those of a terminal that"
                    + " are due together in one; split, each in two",
            byDefault = "single")
        Sticky sticky,
    @Doc(
            value =
                "when a terminal registers: everyConnect, as those of the published test; once, as"
                    + " the standard has it: later it shows the code that it was given, and"
                    + " registers again if that is refused; it leaves without 0x0003, which would end its"
                    + " registration",
            byDefault = "everyConnect")
        Register register,
    @Doc(
            "what a terminal says of its vehicle when it registers, for each from the data if you like")
        Vehicle vehicle)
    implements Devices {

  /** Way in which frames are put into writes. */
  public enum Sticky {
    /** A frame, a write. */
    @JsonProperty("single")
    SINGLE,
    /** All that a terminal has to say at one time goes in one write. */
    @JsonProperty("joined")
    JOINED,
    /** Each frame goes in two writes. */
    @JsonProperty("split")
    SPLIT
  }

  /** Time at which a terminal registers. */
  public enum Register {
    /** Behind every connect. */
    @JsonProperty("everyConnect")
    EVERY_CONNECT,
    /** Before it has a code, and when the platform refuses that. */
    @JsonProperty("once")
    ONCE
  }

  /** Fills in what the profile leaves open. */
  public Terminals {
    fleet = fleet.orPlain();
    phone = phone == null ? "138{index:8}" : phone;
    sticky = sticky == null ? Sticky.SINGLE : sticky;
    register = register == null ? Register.EVERY_CONNECT : register;
    vehicle = vehicle == null ? Vehicle.PUBLISHED : vehicle;
  }

  @Override
  public String id() {
    return phone;
  }

  /** The version that a terminal speaks; those of a version are spread evenly over the fleet. */
  public Version version(int index) {
    double share = version2019 == null ? 0 : version2019.fraction();
    return Math.floor((index + 1) * share) > Math.floor(index * share)
        ? Version.V2019
        : Version.V2013;
  }

  /** Returns whether no terminal speaks the version of 2013. */
  boolean all2019() {
    return version2019 != null && version2019.percent() == 100;
  }

  @Override
  public void check(Phases phases, ProfileChecks checks) {
    Devices.super.check(phases, checks);
    if (version2019 != null && version2019.percent() > 100) {
      checks.problem(
          "devices.version2019", "found \"%s\", expected at most 100%%".formatted(version2019));
    }
  }
}
