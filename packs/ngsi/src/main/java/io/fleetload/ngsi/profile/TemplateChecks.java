// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.profile;

import io.fleetload.body.Feeders;
import io.fleetload.body.KnownNames;
import io.fleetload.body.Template;
import io.fleetload.body.TemplateException;
import io.fleetload.ngsi.template.RequestTemplates;
import io.fleetload.profile.ClosedUsers;
import io.fleetload.profile.key.ProfileChecks;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Checks whether the templates of a profile can be filled in. */
final class TemplateChecks {
  private final NgsiProfile profile;
  private final ProfileChecks checks;
  private final Set<String> saved = new HashSet<>();

  TemplateChecks(NgsiProfile profile, ProfileChecks checks) {
    this.profile = profile;
    this.checks = checks;
    profile.flows().values().forEach(each -> saved.addAll(each.save().keySet()));
  }

  /** Reads a template. */
  @FunctionalInterface
  private interface Compiling {
    Template template() throws TemplateException;
  }

  void check() {
    checks.file("data", () -> check(Feeders.read(profile)));
  }

  private void check(Feeders feeders) {
    profile.flows().forEach((name, flow) -> flow(name, flow, feeders));
    for (int i = 0; i < profile.setUp().size(); i++) {
      step(
          "setUp[" + i + "]",
          profile.setUp().get(i),
          RequestTemplates.ofSetUp(seed(), "setUp." + i, feeders));
    }
    for (int i = 0; i < profile.subscriptions().size(); i++) {
      subscription("subscriptions[" + i + "].id", profile.subscriptions().get(i), i, feeders);
    }
  }

  private long seed() {
    return profile.run().seed();
  }

  private void flow(String name, NgsiFlow flow, Feeders feeders) {
    String path = "flows." + name;
    for (String variable : flow.save().keySet()) {
      if (RequestTemplates.isTaken(variable)) {
        checks.problem(
            path + ".save." + variable, "a placeholder has this name already; choose another");
      }
    }
    KnownNames known = RequestTemplates.ofFlow(seed(), name, saved, feeders);
    lasts(
        path + ".request",
        name,
        compiled(path + ".request", () -> RequestTemplates.path(flow.path(), known)));
    Template body = null;
    if (flow.body() != null) {
      body =
          compiled(path + ".body", () -> RequestTemplates.body(flow.body(), flow.batch(), known));
      lasts(path + ".body", name, body);
    }
    for (Map.Entry<String, String> each : flow.headers().entrySet()) {
      String key = path + ".headers." + each.getKey();
      lasts(
          key,
          name,
          compiled(key, () -> RequestTemplates.header(each.getKey(), each.getValue(), known)));
    }
    if (flow.notified() && flow.body() == null) {
      checks.problem(path + ".notified", "needs a body with {{stamp}} in it");
    } else if (flow.notified() && body != null && !body.uses("stamp")) {
      checks.problem(
          path + ".body",
          "has no {{stamp}}, by which the receiver knows of which request a notification is");
    }
  }

  private void step(String path, SetUpStep step, KnownNames known) {
    beforeRuns(
        path + ".request",
        compiled(path + ".request", () -> RequestTemplates.path(step.path(), known)));
    if (step.body() != null) {
      Template body =
          compiled(path + ".body", () -> RequestTemplates.body(step.body(), step.batch(), known));
      beforeRuns(path + ".body", body);
      if (body != null && body.lasts().orElse(step.count()) < step.count()) {
        tooFew(path + ".body", body, "requests", step.count());
      }
    }
    if (step.verify() != null) {
      String key = path + ".verify.request";
      beforeRuns(key, compiled(key, () -> RequestTemplates.path(step.verify().path(), known)));
    }
  }

  private void beforeRuns(String key, Template template) {
    if (template != null && template.uses("run")) {
      checks.problem(key, "has {{run}}, and there is no run yet when it is sent; leave it out");
    }
  }

  private void subscription(String path, Subscription each, int number, Feeders feeders) {
    if (each.id() == null) {
      return;
    }
    KnownNames known = RequestTemplates.ofSetUp(seed(), "subscriptions." + number, feeders);
    Template id = compiled(path, () -> RequestTemplates.header("id", each.id(), known));
    if (id != null && each.count() > 1 && !id.uses("n")) {
      checks.problem(
          path, "has no {{n}}, so that all %d are of the same entity".formatted(each.count()));
    }
    if (id != null && id.lasts().orElse(each.count()) < each.count()) {
      tooFew(path, id, "entities", each.count());
    }
  }

  /**
   * A file of which each row is used once has to last for the run, as far as its length is known.
   */
  private void lasts(String key, String flow, Template template) {
    if (template == null || template.lasts().isEmpty()) {
      return;
    }
    ClosedUsers closed = profile.flows().get(profile.head(flow)).timing().closed();
    if (closed == null) {
      return;
    }
    if (profile.phases().warmUp().longest().nanos() > 0) {
      checks.problem(
          key,
          "takes each row of its data once, which a closed flow with a warm-up cannot; order: circular, or no warm-up");
      return;
    }
    Long messages = closed.messages();
    if (messages != null && messages > template.lasts().getAsInt()) {
      tooFew(key, template, "requests", messages);
    }
  }

  private void tooFew(String key, Template template, String what, long asked) {
    checks.problem(
        key,
        "has data for %d %s, and %d are asked for; expected more rows, or order: circular"
            .formatted(template.lasts().getAsInt(), what, asked));
  }

  private Template compiled(String key, Compiling compiling) {
    try {
      return compiling.template();
    } catch (TemplateException e) {
      checks.problem(key, e.getMessage());
      return null;
    }
  }
}
