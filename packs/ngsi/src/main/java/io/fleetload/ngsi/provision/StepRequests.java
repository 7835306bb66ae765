// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.provision;

import io.fleetload.body.Feeders;
import io.fleetload.body.KnownNames;
import io.fleetload.body.MissingValueException;
import io.fleetload.body.Template;
import io.fleetload.body.TemplateException;
import io.fleetload.body.Values;
import io.fleetload.ngsi.http.ContextPlace;
import io.fleetload.ngsi.notify.BrokerClient;
import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.ngsi.profile.SetUpStep;
import io.fleetload.ngsi.template.NumberedValues;
import io.fleetload.ngsi.template.RequestTemplates;
import io.fleetload.process.UsageException;
import io.fleetload.stamp.AsciiText;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.time.Clock;

/** The requests of one step of a set-up. */
final class StepRequests {
  private final String key;
  private final SetUpStep step;
  private final Template path;
  private final Template body;
  private final String contentType;
  private final Template query;
  private final String context;
  private final Clock clock;
  private final AsciiText text = new AsciiText();

  /**
   * The requests of a step.
   *
   * @param place which one, from 0
   * @throws UsageException if a template is wrong
   */
  StepRequests(NgsiProfile profile, int place, Feeders feeders, Clock clock) throws UsageException {
    this.key = "setUp[" + place + "]";
    this.step = profile.setUp().get(place);
    this.context = profile.target().context();
    this.clock = clock;
    KnownNames known = RequestTemplates.ofSetUp(profile.run().seed(), "setUp." + place, feeders);
    ContextPlace at = ContextPlace.of(profile, step.body());
    try {
      this.path = RequestTemplates.path(step.path(), known);
      this.body =
          step.body() == null
              ? null
              : RequestTemplates.body(at.body(step.body()), step.batch(), known);
      this.query =
          step.verify() == null ? null : RequestTemplates.path(step.verify().path(), known);
    } catch (TemplateException e) {
      throw e.at(key);
    }
    this.contentType = step.body() == null ? null : at.contentType(step.body());
  }

  /** Place of the step in the profile. */
  String key() {
    return key;
  }

  SetUpStep step() {
    return step;
  }

  /** Sends the request of that number. One thread at a time. */
  Future<BrokerClient.Answer> send(BrokerClient broker, int n) {
    Values values = values(n);
    Buffer bytes = null;
    String target;
    try {
      target = path.rendered(values);
      if (body != null) {
        text.clear();
        body.render(values, text);
        bytes = Buffer.buffer(text.toBytes());
      }
    } catch (MissingValueException e) {
      return Future.failedFuture(e);
    }
    return broker.send(HttpMethod.valueOf(step.method()), target, contentType, bytes);
  }

  private Values values(int n) {
    return new NumberedValues(n, null, context, clock.millis());
  }

  /** Sends the query that says how much of the step is there; only of a step that has one. */
  Future<BrokerClient.Answer> query(BrokerClient broker) {
    try {
      String target = query.rendered(values(0));
      return broker.send(HttpMethod.GET, target, null, null);
    } catch (MissingValueException e) {
      return Future.failedFuture(e);
    }
  }
}
