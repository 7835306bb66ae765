// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import io.fleetload.analysis.limit.Limit;
import io.fleetload.analysis.size.CapacityPlan;
import io.fleetload.analysis.size.Demand;
import io.fleetload.analysis.size.Purchase;
import io.fleetload.analysis.size.PurchaseText;
import io.fleetload.campaign.option.CommandWork;
import io.fleetload.campaign.option.JsonOption;
import io.fleetload.campaign.run.Campaign;
import io.fleetload.campaign.screen.Screen;
import io.fleetload.process.UsageException;
import io.fleetload.progress.ToolEvent;
import io.fleetload.quantity.Rate;
import io.fleetload.quantity.Span;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.format.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;

/** {@code loadtest size LIMIT}: what to buy for a load, from what a search measured. */
@CommandLine.Command(
    name = "size",
    mixinStandardHelpOptions = true,
    description =
        "Says what to buy for a number of devices or a rate: processors, memory and nodes with an"
            + " interval of 95 %%, from the probes of a search for the limit.")
public final class SizeCommand implements Callable<Integer> {
  private static final Pattern NODE =
      Pattern.compile("([0-9]{1,4}(?:\\.[0-9]{1,3})?)cpu/([0-9]{1,6}(?:\\.[0-9]{1,3})?)(GiB|GB)");
  private static final Pattern SHARE = Pattern.compile("([0-9]{1,2}(?:\\.[0-9]{1,3})?)%");
  private static final double MB_PER_GIB = 1_073.741_824;

  @CommandLine.Parameters(
      paramLabel = "LIMIT",
      description = "limit.json of a search, or its directory")
  private Path search;

  @CommandLine.Option(
      names = "--devices",
      paramLabel = "NUMBER",
      description = "how many devices there will be; needs --every")
  private Integer devices;

  @CommandLine.Option(
      names = "--every",
      paramLabel = "TIME",
      description = "time between two messages of one device, such as 60s")
  private String every;

  @CommandLine.Option(
      names = "--rate",
      paramLabel = "RATE",
      description = "the rate of all messages, such as 1200/s, instead of --every")
  private String rate;

  @CommandLine.Option(
      names = "--headroom",
      paramLabel = "SHARE",
      description = "share that stays free for peaks and for a machine that fails; default 40%%")
  private String headroom = "40%";

  @CommandLine.Option(
      names = "--node",
      paramLabel = "NODE",
      description = "a machine that you can buy, such as 4cpu/16GiB")
  private String node;

  @CommandLine.Mixin private final JsonOption json = new JsonOption();

  @Override
  public Integer call() {
    return CommandWork.brief(json.brief(), this::size);
  }

  private ExitCode size(Screen screen) throws UsageException, IOException {
    Purchase size = new CapacityPlan(limit(), demand()).purchase();
    PurchaseText.lines(size)
        .forEach(line -> screen.tell(new ToolEvent.Sentence(Campaign.TOOL, line)));
    json.print(size);
    return ExitCode.PASSED;
  }

  private Limit limit() throws UsageException, IOException {
    Path file = Files.isDirectory(search) ? search.resolve(Limit.FILE) : search;
    if (!Files.isRegularFile(file)) {
      throw new UsageException(
          file + ": is missing; expected the limit.json of a search (loadtest find-limit)");
    }
    Limit limit = ResultFiles.read(file, Limit.class);
    if (limit.bounds() == null || limit.bounds().held() == null) {
      throw new UsageException(
          file + ": held: is missing, as no load held; expected a search with a load that holds");
    }
    return limit;
  }

  private Demand demand() throws UsageException {
    boolean byEvery = every != null;
    if (byEvery == (rate != null) || (byEvery && devices == null)) {
      throw new UsageException("give --devices with --every, or --rate");
    }
    if (devices != null && devices < 1) {
      throw new UsageException("--devices: found \"%s\", expected 1 or more".formatted(devices));
    }
    double perSecond;
    if (byEvery) {
      double seconds = parsed("--every", every, text -> Span.parse(text).seconds());
      if (seconds <= 0) {
        throw new UsageException("--every: found \"%s\", expected a time above 0".formatted(every));
      }
      perSecond = devices / seconds;
    } else {
      perSecond = parsed("--rate", rate, text -> Rate.parse(text).perSecond());
    }
    return new Demand(perSecond, devices, share(), node == null ? null : node());
  }

  private static double parsed(String option, String text, Function<String, Double> parse)
      throws UsageException {
    try {
      return parse.apply(text);
    } catch (IllegalArgumentException e) {
      throw new UsageException(option + ": " + e.getMessage());
    }
  }

  private double share() throws UsageException {
    Matcher share = SHARE.matcher(headroom.strip());
    if (!share.matches()) {
      throw new UsageException(
          "--headroom: found \"%s\", expected a share below 100%% such as 40%%"
              .formatted(headroom));
    }
    return Double.parseDouble(share.group(1)) / 100;
  }

  private Demand.Node node() throws UsageException {
    Matcher parts = NODE.matcher(node.strip());
    if (!parts.matches()
        || Double.parseDouble(parts.group(1)) <= 0
        || Double.parseDouble(parts.group(2)) <= 0) {
      throw new UsageException(
          "--node: found \"%s\", expected processors and memory such as 4cpu/16GiB"
              .formatted(node));
    }
    double unit = parts.group(3).equals("GiB") ? MB_PER_GIB : 1_000;
    return new Demand.Node(
        Double.parseDouble(parts.group(1)), Double.parseDouble(parts.group(2)) * unit);
  }
}
