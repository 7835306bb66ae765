// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import io.fleetload.results.figure.FigureCatalogue;
import io.fleetload.results.figure.FigureKind;
import java.util.Locale;

/**
 * A figure of a run that others have too.
 *
 * @param group the flow or the part of the result that it is of
 * @param name its name there
 * @param scale on which scale it is compared
 * @param better which way is better
 */
public record Figure(String group, String name, Scale scale, FigureKind.Better better) {

  /** One in its own unit. */
  public static Figure of(String group, String path) {
    return of(
        group,
        path,
        switch (FigureCatalogue.kind(path).unit()) {
          case RATE -> Scale.RATE;
          case SHARE -> Scale.SHARE;
          case MILLIS -> Scale.MILLIS;
          case SECONDS_PER_MILLION -> Scale.COST;
          default -> Scale.NUMBER;
        });
  }

  /** Returns the figure of one part, for a whole with parts that each run names itself. */
  static Figure ofPart(String group, String path, String part) {
    Figure ofAny = of(group, path);
    return new Figure(group, ofAny.name.replace("*", part), ofAny.scale, ofAny.better);
  }

  /** One that is divided by another, so that runs of different lengths can be compared. */
  static Figure of(String group, String path, Scale scale) {
    FigureKind kind = FigureCatalogue.kind(path);
    String name = (kind.label() + " " + scale.sign.strip()).strip();
    return new Figure(group, name, scale, kind.better());
  }

  /** In what a figure is compared, and how much of it is too little to judge. */
  public enum Scale {
    RATE("/s", 0),
    /** 0 to 1, shown in percent; one of 10,000 is too little. */
    SHARE(" %", 0.0001),
    /** Milliseconds; a tenth of one is too little, however large its share. */
    MILLIS(" ms", 0.1),
    /** Of each message; one of them is too little to judge. */
    BYTES_EACH(" B/msg", 1),
    /** Of a million messages. */
    PER_MILLION(" /M", 0),
    /** Of a million messages, of what a target may do now and then: as with a share. */
    SOME_PER_MILLION(" /M", 100),
    /** Processor time for a million messages. */
    COST(" s/M messages", 0),
    NUMBER("", 0);

    private final String sign;
    private final double least;

    Scale(String sign, double least) {
      this.sign = sign;
      this.least = least;
    }

    /** The unit behind a value; empty of a plain number. */
    public String unit() {
      return sign.strip();
    }

    /** The largest difference that counts as no difference. */
    public double least() {
      return least;
    }

    /** Its value of a share of 1. */
    double ofWhole() {
      return this == PER_MILLION || this == SOME_PER_MILLION ? ComparedFigures.MILLION : 1;
    }

    /** A value with its unit, in as many digits as say something. */
    public String text(double value) {
      double shown = this == SHARE ? value * 100 : value;
      return digits(shown) + sign;
    }

    /** A value without its unit. */
    public String plain(double value) {
      return digits(this == SHARE ? value * 100 : value);
    }

    private String digits(double value) {
      double size = Math.abs(value);
      if (value == Math.rint(value) && (this == NUMBER || this == COST || size >= 100)) {
        return String.format(Locale.ROOT, "%.0f", value);
      }
      return String.format(Locale.ROOT, size < 10 ? "%.2f" : size < 1_000 ? "%.1f" : "%.0f", value);
    }
  }
}
