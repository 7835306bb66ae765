// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.body.Feeders;
import io.fleetload.body.KnownNames;
import io.fleetload.body.MissingValueException;
import io.fleetload.body.Template;
import io.fleetload.body.TemplateException;
import io.fleetload.body.Values;
import io.fleetload.ngsi.template.MessageEntity;
import io.fleetload.ngsi.template.RequestTemplates;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.HashSet;
import java.util.Set;

/**
 * The ids of entities that requests were about. The same message says the same in every run, so its
 * templates tell it again.
 */
final class EntityNames {
  private static final RunId NO_RUN = new RunId(0);

  private final JsonNode profile;

  /**
   * Of a run.
   *
   * @param profile its profile, as its result has it
   */
  EntityNames(JsonNode profile) {
    this.profile = profile;
  }

  /** The id of the entity; null if an answer or a file of data had a part in it. */
  String of(LostOfEntity lost) {
    JsonNode flow = profile.path("flows").path(lost.flow());
    KnownNames known =
        RequestTemplates.ofFlow(
            profile.path("run").path("seed").asLong(), lost.flow(), saved(), Feeders.NONE);
    try {
      String request = flow.path("request").asText();
      Template path = RequestTemplates.path(request.substring(request.indexOf(' ') + 1), known);
      Template body =
          flow.hasNonNull("body")
              ? Template.batch(flow.path("body").asText(), flow.path("batch").asInt(), known)
              : null;
      return MessageEntity.of(path, body, new Remembered(lost), lost.index()).id();
    } catch (TemplateException | MissingValueException e) {
      return null;
    }
  }

  private Set<String> saved() {
    Set<String> names = new HashSet<>();
    profile
        .path("flows")
        .forEach(flow -> flow.path("save").fieldNames().forEachRemaining(names::add));
    return names;
  }

  /** Values of a message that are known after the run. */
  private record Remembered(LostOfEntity lost) implements Values {
    @Override
    public int user() {
      return lost.user();
    }

    @Override
    public int iteration() {
      return lost.iteration();
    }

    @Override
    public int n() {
      return lost.n();
    }

    @Override
    public RunId run() {
      return NO_RUN;
    }

    @Override
    public Stamp stamp() {
      return new Stamp(NO_RUN, lost.flow(), Period.MEASURED, lost.user(), lost.n(), 0, 0);
    }

    @Override
    public String own(String name) {
      return RequestTemplates.CONTEXT.equals(name) ? "" : null;
    }

    @Override
    public long epochMillis() {
      return 0;
    }
  }
}
