// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import io.fleetload.body.Feeders;
import io.fleetload.body.MissingValueException;
import io.fleetload.body.Template;
import io.fleetload.body.TemplateException;
import io.fleetload.driver.RunClock;
import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.ngsi.profile.Subscription;
import io.fleetload.ngsi.template.NumberedValues;
import io.fleetload.ngsi.template.RequestTemplates;
import io.fleetload.process.UsageException;
import io.fleetload.stamp.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The ids of the entities that a profile's subscriptions watch. */
final class WatchedEntities {
  private static final long NANOS_A_MILLI = 1_000_000;

  private final List<Optional<Template>> ids = new ArrayList<>();
  private final Feeders feeders;
  private final RunId run;
  private final String context;
  private final RunClock clock;

  /**
   * The watched entities of a run.
   *
   * @throws UsageException if an id cannot be read
   */
  WatchedEntities(NgsiProfile profile, RunId run, RunClock clock) throws UsageException {
    this.run = run;
    this.context = profile.target().context();
    this.clock = clock;
    this.feeders = Feeders.read(profile);
    for (Subscription each : profile.subscriptions()) {
      String place = "subscriptions." + ids.size();
      try {
        ids.add(
            each.id() == null
                ? Optional.empty()
                : Optional.of(
                    RequestTemplates.header(
                        "id",
                        each.id(),
                        RequestTemplates.ofSetUp(profile.run().seed(), place, feeders))));
      } catch (TemplateException e) {
        throw new UsageException("subscriptions[%d].id: %s".formatted(ids.size(), e.getMessage()));
      }
    }
  }

  /**
   * The id of an entity; null if the subscriptions of the group watch all of a type.
   *
   * @throws MissingValueException if the data have no row left
   */
  String id(int group, int entity) throws MissingValueException {
    if (ids.get(group).isEmpty()) {
      return null;
    }
    long now = clock.epochNanos(clock.nanos()) / NANOS_A_MILLI;
    return ids.get(group).get().rendered(new NumberedValues(entity, run, context, now));
  }

  /**
   * Returns whether an entity may be the one that is watched; true if its id cannot be known now.
   */
  boolean mayBe(int group, int entity, String id) {
    Optional<Template> its = ids.get(group);
    if (its.isEmpty() || its.get().uses("now") || its.get().uses("epochMillis")) {
      return true;
    }
    try {
      return id.equals(id(group, entity));
    } catch (MissingValueException e) {
      return true;
    }
  }

  /** The files of data, which were read for the ids. */
  Feeders feeders() {
    return feeders;
  }
}
