// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.http;

import io.fleetload.body.Feeders;
import io.fleetload.body.KnownNames;
import io.fleetload.body.MissingValueException;
import io.fleetload.body.Template;
import io.fleetload.body.TemplateException;
import io.fleetload.driver.Message;
import io.fleetload.driver.RunClock;
import io.fleetload.ngsi.profile.NgsiFlow;
import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.ngsi.template.RequestTemplates;
import io.fleetload.process.UsageException;
import io.fleetload.stamp.AsciiText;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The requests of one flow. */
final class FlowRequests {
  private final HttpMethod method;
  private final Template path;
  private final Template body;
  private final MultiMap constant;
  private final Map<CharSequence, Template> rendered;
  private final AnswerRule rule;
  private final AsciiText text = new AsciiText();

  private FlowRequests(
      NgsiFlow flow, Template path, Template body, RequestHeaders headers, AnswerRule rule) {
    this.method = HttpMethod.valueOf(flow.method());
    this.path = path;
    this.body = body;
    this.constant = headers.constant();
    this.rendered = headers.rendered();
    this.rule = rule;
  }

  /**
   * The requests of a flow of a profile.
   *
   * @throws UsageException if a template is wrong, or a header cannot be sent
   */
  static FlowRequests of(NgsiProfile profile, String name, Feeders feeders) throws UsageException {
    NgsiFlow flow = profile.flows().get(name);
    Set<String> saved = saved(profile);
    KnownNames known = RequestTemplates.ofFlow(profile.run().seed(), name, saved, feeders);
    Template path =
        compiled("flows." + name + ".request", () -> RequestTemplates.path(flow.path(), known));
    ContextPlace place = ContextPlace.of(profile, flow.body());
    Template body = null;
    if (flow.body() != null) {
      body =
          compiled(
              "flows." + name + ".body",
              () -> RequestTemplates.body(place.body(flow.body()), flow.batch(), known));
    }
    RequestHeaders headers = RequestHeaders.of(profile, name, place, known);
    AnswerRule rule = new AnswerRule(flow.expect(), profile.target().broker(), flow.save());
    return new FlowRequests(flow, path, body, headers, rule);
  }

  private static Set<String> saved(NgsiProfile profile) {
    Set<String> names = new HashSet<>();
    profile.flows().values().forEach(each -> names.addAll(each.save().keySet()));
    return names;
  }

  /** Compiles a template. */
  @FunctionalInterface
  interface TemplateCompiler {
    Template template() throws TemplateException;
  }

  static Template compiled(String key, TemplateCompiler compiling) throws UsageException {
    try {
      return compiling.template();
    } catch (TemplateException e) {
      throw e.at(key);
    }
  }

  /** The request of a message. */
  OutgoingRequest of(Message message, String context, RunClock clock) throws MissingValueException {
    MessageValues values =
        new MessageValues(
            message,
            earlier(message),
            context,
            TimeUnit.NANOSECONDS.toMillis(clock.epochNanos(clock.nanos())));
    return new OutgoingRequest(
        message,
        method,
        rendered(path, values),
        headers(values),
        body == null ? null : body(values),
        rule,
        values.saved());
  }

  @SuppressWarnings("unchecked") // it is what the fleet handed over with an earlier outcome
  private static Map<String, String> earlier(Message message) {
    return message.answers() == null ? Map.of() : (Map<String, String>) message.answers().replyTo();
  }

  private MultiMap headers(MessageValues values) throws MissingValueException {
    if (rendered.isEmpty()) {
      return constant;
    }
    MultiMap all = HttpHeaders.headers().addAll(constant);
    for (Map.Entry<CharSequence, Template> each : rendered.entrySet()) {
      all.add(each.getKey(), rendered(each.getValue(), values));
    }
    return all;
  }

  private String rendered(Template template, MessageValues values) throws MissingValueException {
    text.clear();
    template.render(values, text);
    return text.toString();
  }

  private ByteBuf body(MessageValues values) throws MissingValueException {
    text.clear();
    body.render(values, text);
    // Its answer may be compared with it.
    return Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(text.toBytes()));
  }
}
