// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.option;

import io.fleetload.pack.Pack;
import io.fleetload.process.UsageException;
import io.fleetload.scenario.Packs;
import io.fleetload.tool.Installation;
import java.nio.file.Path;
import picocli.CommandLine;

/** The pack that a command is for, and what of it lies in this installation. */
public final class PackOption {
  @CommandLine.Option(
      names = "--pack",
      paramLabel = "PACK",
      description = "the campaign that it is for; default: that of a profile that names none")
  private String name;

  /**
   * Returns the pack.
   *
   * @throws UsageException if no pack has that name
   */
  public Pack<?> pack() throws UsageException {
    Packs packs = Packs.installed();
    return packs
        .named(name)
        .orElseThrow(
            () ->
                new UsageException(
                    "--pack: found \"%s\", expected one of %s"
                        .formatted(name, String.join(", ", packs.names()))));
  }

  /**
   * Returns the folder with its profiles.
   *
   * @throws UsageException if no pack has that name, or there is no installation
   */
  public Path folder() throws UsageException {
    Path home = Installation.own().home();
    Pack<?> pack = pack();
    return pack.isDefault() ? home : home.resolve("packs").resolve(pack.name());
  }

  /**
   * Returns its smallest load test.
   *
   * @throws UsageException if no pack has that name, or there is no installation
   */
  public Path quickstart() throws UsageException {
    return folder().resolve("profiles/quickstart.yaml");
  }
}
