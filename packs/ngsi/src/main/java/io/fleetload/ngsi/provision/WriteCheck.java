// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.provision;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.ngsi.notify.BrokerClient;
import io.fleetload.ngsi.profile.Expect;

/** Checks whether an answer says that the broker has what a request of the set-up says. */
final class WriteCheck {
  private static final int MULTI_STATUS = 207;
  private static final int CONFLICT = 409;

  /** Orion's for an entity that is there already. */
  private static final int UNPROCESSABLE = 422;

  private static final String THERE_IN_LD = "AlreadyExists";
  private static final String THERE_IN_V2 = "Already Exists";
  private static final ObjectMapper JSON = new ObjectMapper();

  private WriteCheck() {}

  static boolean is(BrokerClient.Answer answer, Expect expect) {
    if (answer.status() == MULTI_STATUS && !expect.status().contains(MULTI_STATUS)) {
      return allThere(answer.body());
    }
    return expect.accepts(answer.status())
        || answer.status() == CONFLICT
        || (answer.status() == UNPROCESSABLE && saysThere(answer.body()));
  }

  /** A batch of which some were there already says so of each. */
  private static boolean allThere(String body) {
    try {
      for (JsonNode each : JSON.readTree(body).path("errors")) {
        if (!saysThere(each.toString())) {
          return false;
        }
      }
      return true;
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  private static boolean saysThere(String text) {
    return text.contains(THERE_IN_LD) || text.contains(THERE_IN_V2);
  }
}
