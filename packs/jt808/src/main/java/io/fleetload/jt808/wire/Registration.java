// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import java.util.Optional;

/**
 * A terminal makes itself known (0x0100).
 *
 * @param province the first two digits of the place's code in GB/T 2260
 * @param city the last four digits of that code
 * @param maker at most 5 bytes in GBK, 11 in 2019
 * @param model at most 20 bytes, 30 in 2019
 * @param terminal the maker's name for it, at most 7 bytes, 30 in 2019
 * @param plateColor 0 for a vehicle without a plate, 1 blue, 2 yellow, 3 black, 4 white, 9 other
 * @param plate the number plate; the vehicle identification number where the colour is 0
 */
public record Registration(
    int province,
    int city,
    String maker,
    String model,
    String terminal,
    int plateColor,
    String plate) {
  /**
   * Looks whether the texts have their place in an edition.
   *
   * @throws IllegalArgumentException if one does not
   */
  public void check(Version version) {
    write(new FrameWriter().begin(MessageId.REGISTRATION, Phone.of(version, "0"), 0));
  }

  /**
   * Writes it.
   *
   * @throws IllegalArgumentException if a text is longer than its place
   */
  public void write(FrameWriter to) {
    boolean isLong = to.version() == Version.V2019;
    to.u16(province)
        .u16(city)
        .text(maker, isLong ? 11 : 5)
        .text(model, isLong ? 30 : 20)
        .text(terminal, isLong ? 30 : 7)
        .u8(plateColor)
        .text(plate);
  }

  /** Reads a body; empty if it is not a registration. */
  public static Optional<Registration> read(Body from) {
    boolean isLong = from.version() == Version.V2019;
    Registration read =
        new Registration(
            from.u16(),
            from.u16(),
            from.text(isLong ? 11 : 5),
            from.text(isLong ? 30 : 20),
            from.text(isLong ? 30 : 7),
            from.u8(),
            from.text(from.remaining()));
    return from.isDone() ? Optional.of(read) : Optional.empty();
  }
}
