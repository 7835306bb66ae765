// SPDX-License-Identifier: EPL-2.0
package io.fleetload.commandline;

import io.fleetload.stamp.RunId;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A run's id on the command line. */
public final class RunIdConverter implements ITypeConverter<RunId> {
  @Override
  public RunId convert(String text) {
    try {
      return RunId.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
