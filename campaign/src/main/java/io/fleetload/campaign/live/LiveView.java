// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.live;

import io.fleetload.campaign.view.RunSoFar;
import io.fleetload.driver.RunClock;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.progress.Teller;
import io.fleetload.results.format.ExitCode;
import io.fleetload.tool.Surroundings;
import io.fleetload.tool.Tool;
import java.io.IOException;
import java.nio.file.Path;

/** A run with its live page, which is there as long as the run's command. */
public final class LiveView implements AutoCloseable {
  /** The page's port unless the user says otherwise. */
  public static final int PORT = LivePage.PORT;

  private final RunClock clock = RunClock.system();
  private final RunSoFar soFar = new RunSoFar();
  private final LivePage page;

  private LiveView(int port) throws UsageException {
    this.page = LivePage.at(port, clock);
  }

  /**
   * Takes the port, so that a taken one is found before the run.
   *
   * @param port 0 for any that is free
   * @throws UsageException if it is taken or none
   */
  public static LiveView at(int port) throws UsageException {
    if (port < 0 || port > 65_535) {
      throw new UsageException("--live: found " + port + ", expected 0 to 65535");
    }
    return new LiveView(port);
  }

  /** Shows the events of a run and passes them on to others. */
  public Teller beside(Teller others) {
    return event -> {
      soFar.saw(event);
      others.tell(event);
    };
  }

  /**
   * Begins to show a run.
   *
   * @param directory where its books will be
   * @param shards how many processes its device side is
   * @param asked what it is asked
   */
  public void show(Path directory, int shards, LoadProfile asked) {
    page.show(
        new LiveRun(
            directory, shards, asked.run().name(), Surroundings.of(asked), soFar::now, clock));
  }

  /** The page's address. */
  public String address() {
    return page.address();
  }

  /**
   * Does the run, and shows its end to readers of the page.
   *
   * @throws ProfileException as the run
   * @throws UsageException as the run
   * @throws TargetException as the run
   * @throws IOException as the run
   * @throws InterruptedException as the run
   */
  public ExitCode until(Tool.Work run)
      throws ProfileException, UsageException, TargetException, IOException, InterruptedException {
    String why = null;
    try {
      return run.run();
    } catch (UsageException | TargetException | IOException e) {
      why = e.getMessage();
      throw e;
    } finally {
      page.end(why);
    }
  }

  @Override
  public void close() {
    page.close();
  }
}
