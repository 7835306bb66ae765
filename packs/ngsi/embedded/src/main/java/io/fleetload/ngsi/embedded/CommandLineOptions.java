// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded;

import io.fleetload.ngsi.embedded.fault.Faults;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options as they are typed; {@link #checked()} makes them {@link ServerOptions}. */
final class CommandLineOptions {
  private static final String SHARES =
      "lose-notifications|repeat-notifications|merge-notifications|empty-queries|refuse";
  private static final String TIMES = "delay-notifications|delay-history";
  private static final Pattern FAULT =
      Pattern.compile(
          "(?:%s)=(?:100|[0-9]{1,2}(?:\\.[0-9]+)?)%%|(?:%s)=[0-9]{1,6}(?:\\.[0-9]+)?(?:ms|s|m)"
              .formatted(SHARES, TIMES));
  private static final Pattern TIME = Pattern.compile("([0-9.]+)(ms|s|m)");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "The address to listen on (default: 127.0.0.1).")
  private String host;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "The broker's port (default: 0, one that is free).")
  private int port;

  @Option(
      names = "--metrics-port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "The metrics page's on 127.0.0.1, likewise.")
  private int metricsPort;

  @Option(
      names = "--single-tenant",
      description = "Ignore the tenant of a request, as an Orion without -multiservice does.")
  private boolean singleTenant;

  @Option(
      names = "--context-only",
      description = "Serve /context.jsonld and nothing else, for a real broker.")
  private boolean contextOnly;

  @Option(
      names = "--faults",
      paramLabel = "FAULT",
      split = ",",
      description = {
        "What to do wrong (default: nothing). A share of the notifications:",
        "lose-notifications=1%%: not sent;",
        "repeat-notifications=1%%: sent twice;",
        "merge-notifications=1%%: the next one of the same entity takes their place.",
        "A share of the requests:",
        "empty-queries=1%%: the status 200, and nothing found;",
        "refuse=1%%: the status 503.",
        "A time:",
        "delay-notifications=200ms: each notification waits;",
        "delay-history=2s: an update shows late in the history, as on Scorpio."
      })
  private List<String> faults = List.of();

  /**
   * The options, if all of them can be meant.
   *
   * @throws ParameterException naming the option and what is allowed
   */
  ServerOptions checked() {
    return new ServerOptions(
        host,
        port("--port", port),
        port("--metrics-port", metricsPort),
        singleTenant,
        contextOnly,
        faults());
  }

  private int port(String option, int asked) {
    require(asked >= 0 && asked <= 65_535, option, asked, "0 to 65535");
    return asked;
  }

  private Faults faults() {
    for (String each : faults) {
      require(
          FAULT.matcher(each).matches(),
          "--faults",
          each,
          "%s, each with a share such as =1%%, and %s, each with a time such as =200ms"
              .formatted(SHARES.replace("|", ", "), TIMES.replace("|", ", ")));
    }
    return new Faults(
        share("lose-notifications"),
        share("repeat-notifications"),
        share("merge-notifications"),
        share("empty-queries"),
        share("refuse"),
        milliseconds("delay-notifications"),
        milliseconds("delay-history"));
  }

  private double share(String fault) {
    String asked = asked(fault);
    return asked.isEmpty() ? 0 : Double.parseDouble(asked.substring(0, asked.length() - 1));
  }

  private long milliseconds(String fault) {
    Matcher time = TIME.matcher(asked(fault));
    if (!time.matches()) {
      return 0;
    }
    int unit = time.group(2).equals("ms") ? 1 : time.group(2).equals("s") ? 1_000 : 60_000;
    return Math.round(Double.parseDouble(time.group(1)) * unit);
  }

  private String asked(String fault) {
    return faults.stream()
        .filter(each -> each.startsWith(fault + "="))
        .map(each -> each.substring(fault.length() + 1))
        .findFirst()
        .orElse("");
  }

  private void require(boolean holds, String option, Object found, String allowed) {
    if (!holds) {
      throw new ParameterException(
          spec.commandLine(), "%s: found '%s', allowed is %s".formatted(option, found, allowed));
    }
  }
}
