// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.profile;

import io.fleetload.profile.key.Doc;

/** The vehicle that a terminal names when it registers; texts with the placeholders of bodies. */
public record Vehicle(
    @Doc(value = "its number plate, such as {{cars.plate}} of the data", byDefault = "A12345")
        String plate,
    @Doc(
            value =
                "colour of the plate: 1 blue, 2 yellow, 3 black, 4 white, 9 other; 0 for a vehicle"
                    + " without a plate, which says its identification number instead",
            byDefault = "1",
            least = 0,
            most = 255)
        Integer plateColor,
    @Doc(value = "maker of the terminal; 5 bytes in GBK, 11 in 2019", byDefault = "FLEET")
        String maker,
    @Doc(value = "model of the terminal; 20 bytes in GBK, 30 in 2019", byDefault = "LOADTEST")
        String model,
    @Doc(
            value = "the maker's id of the terminal; 7 bytes in GBK, 30 in 2019",
            byDefault = "T000001")
        String terminal) {
  /** The vehicle of the published test. */
  static final Vehicle PUBLISHED = new Vehicle(null, null, null, null, null);

  /** Fills in what the profile leaves open. */
  public Vehicle {
    plate = plate == null ? "A12345" : plate;
    plateColor = plateColor == null ? 1 : plateColor;
    maker = maker == null ? "FLEET" : maker;
    model = model == null ? "LOADTEST" : model;
    terminal = terminal == null ? "T000001" : terminal;
  }
}
