// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.http;

import io.fleetload.body.Feeders;
import io.fleetload.body.MissingValueException;
import io.fleetload.driver.Message;
import io.fleetload.driver.RunClock;
import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.process.UsageException;
import java.util.HashMap;
import java.util.Map;

/** Requests to the broker for the messages of each flow. */
final class Requests {
  private final Map<String, FlowRequests> flows = new HashMap<>();
  private final String context;
  private final RunClock clock;

  /**
   * The requests of a profile.
   *
   * @param feeders its files of data
   * @throws UsageException if a template is wrong, or a header cannot be sent
   */
  Requests(NgsiProfile profile, Feeders feeders, RunClock clock) throws UsageException {
    this.context = profile.target().context();
    this.clock = clock;
    for (String name : profile.flows().keySet()) {
      flows.put(name, FlowRequests.of(profile, name, feeders));
    }
  }

  /**
   * The request of a message.
   *
   * @throws MissingValueException if it lacks a value, and so cannot be sent
   */
  OutgoingRequest of(Message message) throws MissingValueException {
    return flows.get(message.flow()).of(message, context, clock);
  }
}
