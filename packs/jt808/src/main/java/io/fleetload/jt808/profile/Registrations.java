// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.profile;

import io.fleetload.body.DeviceText;
import io.fleetload.body.Feeders;
import io.fleetload.jt808.wire.Registration;
import io.fleetload.process.UsageException;
import io.fleetload.profile.DeviceGroup;
import io.fleetload.profile.key.ProfileChecks;
import java.util.ArrayList;
import java.util.List;

/** The registrations of the terminals of a profile, each with its own vehicle. Not thread-safe. */
public final class Registrations {
  /** The province and the city of the published test. */
  private static final int PROVINCE = 44;

  private static final int CITY = 300;

  /** Most characters of a plate; an identification number has 17. */
  private static final int LONGEST_PLATE = 64;

  private final List<OfGroup> groups = new ArrayList<>();

  /**
   * Reads the data of a profile.
   *
   * @throws UsageException with one line if a file of data is of no use, or a text cannot be said
   */
  public Registrations(Jt808Profile profile) throws UsageException {
    this(profile, Feeders.read(profile));
  }

  private Registrations(Jt808Profile profile, Feeders feeders) throws UsageException {
    for (DeviceGroup each : profile.devices().groups()) {
      groups.add(new OfGroup(each, profile.run().seed(), feeders));
    }
  }

  /** The registration of a terminal. */
  public Registration of(int index) {
    return groups.stream()
        .filter(each -> each.range.has(index))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no group has terminal " + index))
        .of(index);
  }

  /** Says what is wrong with the data of a profile, and with what its terminals register with. */
  static void check(Jt808Profile profile, ProfileChecks checks) {
    checks.file(
        "data",
        () -> {
          Feeders feeders = Feeders.read(profile);
          for (DeviceGroup each : profile.devices().groups()) {
            checks.file(
                each.path() + ".vehicle",
                () -> new OfGroup(each, profile.run().seed(), feeders).check());
          }
        });
  }

  /** The registrations of a group of terminals. */
  private static final class OfGroup {
    private final DeviceGroup range;
    private final Terminals terminals;
    private final String key;
    private final DeviceText plate;
    private final DeviceText maker;
    private final DeviceText model;
    private final DeviceText terminal;

    /** The registration of each terminal; null if they differ. */
    private final Registration same;

    OfGroup(DeviceGroup group, long seed, Feeders feeders) throws UsageException {
      range = group;
      terminals = (Terminals) group.devices();
      key = group.path() + ".vehicle";
      Vehicle vehicle = terminals.vehicle();
      plate = DeviceText.of(key + ".plate", vehicle.plate(), seed, feeders);
      maker = DeviceText.of(key + ".maker", vehicle.maker(), seed, feeders);
      model = DeviceText.of(key + ".model", vehicle.model(), seed, feeders);
      terminal = DeviceText.of(key + ".terminal", vehicle.terminal(), seed, feeders);
      same = vehicle.equals(Vehicle.PUBLISHED) ? made(0) : null;
    }

    Registration of(int index) {
      return same == null ? made(index) : same;
    }

    private Registration made(int index) {
      String name = terminals.name(index);
      return new Registration(
          PROVINCE,
          CITY,
          maker.of(index, name),
          model.of(index, name),
          terminal.of(index, name),
          terminals.vehicle().plateColor(),
          plate.of(index, name));
    }

    void check() throws UsageException {
      if (same != null) {
        return;
      }
      for (int index = range.first(); range.has(index); index++) {
        Registration its = of(index);
        String wrong = null;
        try {
          its.check(terminals.version(index));
        } catch (IllegalArgumentException e) {
          wrong = e.getMessage();
        }
        if (its.plate().length() > LONGEST_PLATE) {
          wrong =
              "the plate has %s characters; write at most %s"
                  .formatted(its.plate().length(), LONGEST_PLATE);
        }
        if (wrong != null) {
          throw new UsageException(
              "%s: of terminal %s: %s".formatted(key, terminals.name(index), wrong));
        }
      }
    }
  }
}
