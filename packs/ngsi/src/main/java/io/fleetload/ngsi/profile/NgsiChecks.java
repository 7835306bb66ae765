// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.profile;

import io.fleetload.profile.key.ProfileChecks;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Checks of a profile beyond those of its records. */
final class NgsiChecks {
  private static final int LOWEST_STATUS = 100;
  private static final int HIGHEST_STATUS = 599;
  private static final int HIGHEST_PORT = 65_535;
  private static final String GET = "GET";

  /** RFC 9110, 5.6.2. */
  private static final Pattern TOKEN = Pattern.compile("[-!#$%&'*+.^_`|~0-9A-Za-z]+");

  private static final Pattern CONTROL = Pattern.compile("[\\x00-\\x08\\x0a-\\x1f\\x7f]");

  /** They say where a message ends and whether its connection goes on. */
  private static final Set<String> OURS =
      Set.of("connection", "content-length", "transfer-encoding", "upgrade");

  private final NgsiProfile profile;
  private final ProfileChecks checks;

  NgsiChecks(NgsiProfile profile, ProfileChecks checks) {
    this.profile = profile;
    this.checks = checks;
  }

  void check() {
    new UserChecks(profile.devices(), checks).check();
    profile.target().check(checks);
    context();
    headers("target.headers", profile.target().headers());
    profile.flows().forEach(this::flow);
    if (profile.flowsByName().isEmpty()) {
      checks.problem(
          "flows",
          profile.flows().isEmpty()
              ? "have no request, expected one at least"
              : "all follow others; expected one at least with rate, stages or closed");
    }
    for (int i = 0; i < profile.setUp().size(); i++) {
      step("setUp[" + i + "]", profile.setUp().get(i));
    }
    for (int i = 0; i < profile.tearDown().size(); i++) {
      if (profile.tearDown().get(i).ids().isBlank()) {
        checks.problem(
            "tearDown[%d].ids".formatted(i),
            "is empty; expected what the ids to remove begin with, such as urn:ngsi-ld:store:fl-");
      }
    }
    notifications();
    if (profile.target().broker().isV2()) {
      new OrionChecks(profile, checks).check();
    }
    new TemplateChecks(profile, checks).check();
  }

  private void context() {
    if (profile.target().broker().isV2() && profile.context().send() != ContextUse.Way.NONE) {
      checks.problem(
          "context.send", "needs a broker of NGSI-LD; NGSI-v2 knows no @context: expected none");
    }
  }

  private void flow(String name, NgsiFlow flow) {
    String path = "flows." + name;
    List<String> given = new ArrayList<>(flow.timing().given());
    if (flow.timing().arrivals() != null) {
      given.add("arrivals");
    }
    if (flow.timing().day() != null) {
      given.add("day");
    }
    if (flow.after() != null && !given.isEmpty()) {
      checks.problem(
          path + ".after",
          "is given together with %s; expected one of rate, every, stages, times, closed, after"
              .formatted(given.get(0)));
    }
    checks.when(
        flow.after() != null && flow.timing().of() != null,
        path + ".of",
        "is given together with after; leave it out: the users of a step are those of the flow that"
            + " it follows");
    expect(path, flow.expect());
    headers(path + ".headers", flow.headers());
    body(path, flow.method(), flow.body(), flow.batch());
  }

  /** A value may be secret, so no line has it. */
  private void headers(String path, Map<String, String> headers) {
    headers.forEach(
        (name, value) -> {
          String key = path + "." + CONTROL.matcher(name).replaceAll("?");
          if (!TOKEN.matcher(name).matches()) {
            checks.problem(key, "is no name of a header; expected letters, digits and dashes");
          } else if (CONTROL.matcher(value).find()) {
            checks.problem(key, "has a line break or another control character; expected one line");
          } else if (OURS.contains(name.toLowerCase(Locale.ROOT))) {
            checks.problem(key, "is written by the tool for each request; leave it out");
          }
        });
  }

  private void step(String path, SetUpStep step) {
    expect(path, step.expect());
    body(path, step.method(), step.body(), step.batch());
    if (step.verify() != null && !step.verify().method().equals(GET)) {
      checks.problem(path + ".verify.request", "changes the broker; expected a GET");
    }
  }

  private void body(String path, String method, String body, Integer batch) {
    if (body != null && method.equals(GET)) {
      checks.problem(path + ".body", "is given, and a GET has none");
    }
    if (body == null && batch != null) {
      checks.problem(path + ".batch", "needs a body, of which so many are sent");
    }
  }

  private void expect(String path, Expect expect) {
    for (int status : expect.status()) {
      if (status < LOWEST_STATUS || status > HIGHEST_STATUS) {
        checks.problem(
            path + ".expect.status",
            "found %d, expected a status of HTTP, 100 to 599".formatted(status));
      }
    }
    if (expect.found() != null && expect.foundExactly() != null) {
      checks.problem(
          path + ".expect.foundExactly", "is given together with found, expected one of them");
    }
  }

  private void notifications() {
    boolean notified = profile.flows().values().stream().anyMatch(NgsiFlow::notified);
    if (notified && !profile.isNotified()) {
      checks.problem(
          "subscriptions",
          "are missing; a flow with notified: true needs one, from which the broker notifies");
    } else if (!notified && profile.isNotified()) {
      checks.problem(
          "subscriptions", "need a flow with notified: true, of which the broker notifies");
    }
    for (int i = 0; i < profile.subscriptions().size(); i++) {
      Subscription each = profile.subscriptions().get(i);
      if (each.id() == null && each.count() > 1) {
        checks.problem(
            "subscriptions[%d].count".formatted(i),
            "needs an id with {{n}}, or each: for several that watch the same");
      }
      if (!each.attributes().isEmpty() && !each.attributes().contains(each.stamp())) {
        checks.problem(
            "subscriptions[%d].attributes".formatted(i),
            "lack %s, the attribute with the stamp; add it".formatted(each.stamp()));
      }
    }
    Receiver receiver = profile.receiver();
    if (receiver.port() > 0 && receiver.port() + receiver.endpoints() - 1 > HIGHEST_PORT) {
      checks.problem(
          "receiver.port",
          "found %d, after which there are no %d ports"
              .formatted(receiver.port(), receiver.endpoints()));
    }
  }
}
