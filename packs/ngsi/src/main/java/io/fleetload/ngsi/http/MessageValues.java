// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.http;

import io.fleetload.body.Values;
import io.fleetload.driver.Message;
import io.fleetload.ngsi.template.RequestTemplates;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.Map;

/**
 * Values of a message for its templates.
 *
 * @param saved what earlier answers of its iteration left, by variable
 * @param context the URL of the @context
 */
record MessageValues(Message message, Map<String, String> saved, String context, long epochMillis)
    implements Values {

  @Override
  public int user() {
    return message.device();
  }

  @Override
  public int iteration() {
    return message.iteration();
  }

  @Override
  public int n() {
    return message.stamp().n();
  }

  @Override
  public int row() {
    return message.iteration();
  }

  @Override
  public RunId run() {
    return message.stamp().run();
  }

  @Override
  public Stamp stamp() {
    return message.stamp();
  }

  @Override
  public String own(String name) {
    return RequestTemplates.CONTEXT.equals(name) ? context : saved.get(name);
  }
}
