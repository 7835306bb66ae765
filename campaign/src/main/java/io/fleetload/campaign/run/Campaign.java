// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.run;

import io.fleetload.campaign.cost.CostWatch;
import io.fleetload.campaign.cost.ThisHost;
import io.fleetload.campaign.disturb.Disturber;
import io.fleetload.campaign.disturb.DisturbingPlaces;
import io.fleetload.campaign.process.ToolProcess;
import io.fleetload.campaign.process.ToolProcesses;
import io.fleetload.campaign.process.Tools;
import io.fleetload.campaign.view.TargetWatch;
import io.fleetload.pack.Target;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.LoadProfile;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.verdict.BrokenOff;
import io.fleetload.tool.ToolEvents;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One whole load test. Every part is waited for until it says that it is ready; on every way out
 * all that were started are stopped, in the reverse order.
 */
public final class Campaign {
  /** The tool's name in what it tells. */
  public static final String TOOL = Tools.LOADTEST;

  private final PlannedRun planned;
  private RunRequest asked;
  private volatile Disturber disturbing;
  private final Tools tools;
  private final Teller teller;
  private final CostWatch cost;
  private final ToolProcesses processes;
  private final TargetWatch silence;
  private final Set<String> said = ConcurrentHashMap.newKeySet();

  /**
   * Creates a campaign that has not begun.
   *
   * @param teller receives the events
   * @param stop says when to stop
   */
  public Campaign(PlannedRun planned, Tools tools, Teller teller, StopSignal stop) {
    this.planned = planned;
    this.asked = planned.asked();
    this.tools = tools;
    this.teller = teller;
    LoadProfile profile = planned.given().profile();
    Target target = planned.given().scenario().run().target();
    this.cost =
        new CostWatch(profile.phases(), profile.generator(), isKnownOrElsewhere(target), this::say);
    this.processes = new ToolProcesses(planned.directory(), stop, this::tell);
    this.silence = new TargetWatch(Duration.ofNanos(target.gone().nanos()), Clock.systemUTC());
  }

  /**
   * Runs it.
   *
   * @throws TargetException if a part of the target does not come up or is not reachable
   * @throws UsageException if a tool finds the profile unfit for this host
   * @throws IOException if a tool cannot be started or a result not be written
   */
  public ExitCode run() throws TargetException, UsageException, IOException, InterruptedException {
    TargetKeeper target =
        new TargetKeeper(
            planned.given(), planned.running(), planned.metrics(), tools, processes, teller);
    begin();
    try (cost) {
      return orInterrupted(
          target.keepFor(1, (ready, provisioning) -> measured(ready, provisioning, ready.letGo())));
    }
  }

  /**
   * Runs it against a target that is already up.
   *
   * @param provisioning makes the target know the devices; does nothing where it knows them
   */
  public ExitCode runAgainst(ReadyTarget target, TargetKeeper.TargetProvisioner provisioning)
      throws TargetException, UsageException, IOException, InterruptedException {
    begin();
    try (cost) {
      return orInterrupted(measured(target, provisioning, () -> {}));
    }
  }

  /**
   * Returns whether the use of the target is known, or the target is elsewhere. The use of an
   * external target on this host cannot be separated from that of other programs.
   */
  private static boolean isKnownOrElsewhere(Target target) {
    return target.embedded() || !ThisHost.hasAny(target.addresses().toArray(String[]::new));
  }

  private void begin() throws IOException {
    ResultFiles.write(planned.directory().resolve(RunRequest.FILE), asked);
  }

  private ExitCode measured(
      ReadyTarget target, TargetKeeper.TargetProvisioner provisioning, Runnable letGo)
      throws TargetException, UsageException, IOException, InterruptedException {
    tests(target.described());
    target.watch().accept(cost);
    processes.target(target.death());
    processes.target(silence.gone());
    List<String> endpoints = target.endpoints();
    Disturber disturber =
        DisturbingPlaces.disturber(
            planned.given().scenario(),
            planned.given().file(),
            target.parts(),
            planned.directory(),
            this::say);
    disturbing = disturber;
    try (BackendSide backend = new BackendSide(planned, tools, processes)) {
      try (disturber;
          DeviceSide devices =
              new DeviceSide(planned, tools, processes, cost, silence, this::tell)) {
        // Their virtual machines come up while provisioning works.
        if (planned.given().scenario().flows().hasBackend()) {
          backend.start(endpoints, silence, this::tell);
        }
        devices.start(endpoints);
        provisioning.run(planned.given());
        if (!processes.isStopped()) {
          begin(backend, target);
        }
        if (processes.isStopped()) {
          return null;
        }
        devices.run(backend);
      } catch (TargetException | UsageException | IOException | IllegalStateException e) {
        boolean interrupted = processes.isStopped() && isOfTheStop(codeOf(e));
        BrokenOff early =
            new BrokenOff(interrupted ? ExitCode.INTERRUPTED : codeOf(e), e.getMessage());
        if (processes.targetGone().isDone()) {
          // There is nothing that it could read to the end.
          backend.breakOff();
        }
        backend.end(this::say);
        ExitCode saved = saveWhatIsLeft(early);
        if (interrupted) {
          say(e.getMessage());
          return saved;
        }
        throw e;
      }
      Optional<ToolProcess> unwritten = backend.end(this::say);
      cost.readings().awaitEnd();
      // It ends while the run is judged.
      letGo.run();
      ExitCode verdict = judgement().of(cost, whileTheBackendRead(backend));
      if (verdict == ExitCode.TARGET_GONE) {
        processes.checkTarget();
      }
      if (unwritten.isPresent()) {
        processes.fail(unwritten.get(), ExitCode.RESULTS_NOT_WRITTEN.code());
      }
      return verdict;
    }
  }

  private void begin(BackendSide backend, ReadyTarget target)
      throws TargetException, UsageException, IOException, InterruptedException {
    String ready = backend.begin(cost);
    if (ready != null && target.described() == null) {
      tests(ToolEvents.readyTarget(ready));
    }
  }

  /** Notes the target, if its description says more than the profile. */
  private void tests(String described) throws IOException {
    if (described != null) {
      asked = asked.testing(described);
      begin();
    }
  }

  private RunJudge judgement() {
    return new RunJudge(asked, planned.baseline(), planned.directory(), teller);
  }

  private ExitCode orInterrupted(ExitCode code) throws IOException, InterruptedException {
    if (code != null) {
      return code;
    }
    say("interrupted before the devices began");
    return judgement().of(cost, Optional.empty());
  }

  /** Returns the failure that kept the backend from reading to the end, if there was one. */
  private Optional<BrokenOff> whileTheBackendRead(BackendSide backend) {
    if (processes.isStopped()) {
      return Optional.of(
          new BrokenOff(
              ExitCode.INTERRUPTED, "interrupted before the backend had read everything"));
    }
    return processes.targetGone().isDone()
        ? Optional.of(new BrokenOff(ExitCode.TARGET_GONE, processes.targetGone().join()))
        : backend.lostTarget().map(why -> new BrokenOff(ExitCode.TARGET_GONE, why));
  }

  /**
   * Returns whether a failure is one of parts that had to stop and did not stop, or stopped too
   * late.
   */
  private static boolean isOfTheStop(ExitCode failure) {
    return ExitCode.worst(List.of(failure, ExitCode.INTERRUPTED)) == ExitCode.INTERRUPTED;
  }

  private static ExitCode codeOf(Exception failure) {
    if (failure instanceof TargetException gone) {
      return gone.code();
    }
    if (failure instanceof ResultFiles.WriteFailure) {
      return ExitCode.RESULTS_NOT_WRITTEN;
    }
    return failure instanceof IllegalStateException
        ? ExitCode.INTERNAL_FAULT
        : ExitCode.WRONG_USAGE;
  }

  /**
   * The run failed; what was booked until then is made readable, and the failure stays one.
   *
   * @return what the result says; null if nothing was booked
   */
  private ExitCode saveWhatIsLeft(BrokenOff early) throws InterruptedException {
    if (!RunJudge.anythingDone(planned.directory(), planned.shards())) {
      return null;
    }
    try {
      return judgement().of(cost, Optional.of(early));
    } catch (IOException | RuntimeException e) {
      say("no result: " + e.getMessage());
      return early.code();
    }
  }

  private void tell(ToolEvent event) {
    if (event instanceof ToolEvent.Silence silent) {
      silence.saw(silent.tool(), silent);
      return;
    }
    cost.readings().saw(event);
    if (event instanceof ToolEvent.Progress progress && progress.devices() != null) {
      disturbing.saw(progress);
    }
    // The same sentence of several processes is shown once.
    if (!(event instanceof ToolEvent.Sentence sentence) || said.add(sentence.text())) {
      teller.tell(event);
    }
  }

  private void say(String text) {
    teller.tell(new ToolEvent.Sentence(TOOL, text));
  }
}
