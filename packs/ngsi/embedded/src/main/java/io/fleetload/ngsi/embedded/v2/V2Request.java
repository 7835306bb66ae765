// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.v2;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.ngsi.embedded.entity.Entity;
import io.fleetload.ngsi.embedded.http.Call;
import io.fleetload.ngsi.embedded.http.Json;
import io.fleetload.ngsi.embedded.http.Refusal;
import io.fleetload.ngsi.embedded.notify.Notifier;
import io.fleetload.ngsi.embedded.tenant.Tenant;
import io.vertx.core.buffer.Buffer;
import java.time.Clock;
import java.util.List;

/** One request of NGSI-v2, and what its parameters and headers ask for. */
final class V2Request {
  private static final int MOST = 1_000;
  private static final int DEFAULT = 20;
  private static final String ANY = "/#";

  private final Call call;
  private final Tenant tenant;
  private final String correlator;
  private final Notifier notifier;
  private final Clock clock;
  private int notified;

  V2Request(Call call, Tenant tenant, String correlator, Notifier notifier, Clock clock) {
    this.call = call;
    this.tenant = tenant;
    this.correlator = correlator;
    this.notifier = notifier;
    this.clock = clock;
  }

  Call call() {
    return call;
  }

  Tenant tenant() {
    return tenant;
  }

  Notifier notifier() {
    return notifier;
  }

  long now() {
    return clock.millis();
  }

  /** Correlator of the next notification of this request. */
  String correlator() {
    notified++;
    return correlator + "; cbnotif=" + notified;
  }

  /** Below which path it writes. */
  String path() {
    String path = call.header("Fiware-ServicePath");
    return path.isEmpty() ? "/" : path;
  }

  /**
   * Checks whether it reads below the entity's path: a path with {@code #} at its end is a whole
   * tree.
   */
  boolean reads(Entity entity) {
    for (String each : call.header("Fiware-ServicePath").split(",")) {
      String path = each.isBlank() ? ANY : each.strip();
      String tree = path.endsWith(ANY) ? path.substring(0, path.length() - 2) : null;
      if (tree == null
          ? entity.path().equals(path)
          : entity.path().equals(tree) || entity.path().startsWith(tree + "/")) {
        return true;
      }
    }
    return false;
  }

  /** Checks whether it reads below all paths. */
  boolean readsAll() {
    String path = call.header("Fiware-ServicePath");
    return path.isEmpty() || path.equals(ANY);
  }

  /** Of a page: not more than a thousand, and none is as good. */
  int limit() {
    String asked = call.parameter("limit");
    if (!asked.matches("[0-9]{0,9}")) {
      throw bad("limit", "must be a positive integer number");
    }
    int limit = asked.isEmpty() ? DEFAULT : Integer.parseInt(asked);
    if (limit > MOST) {
      throw bad("limit", "max: 1000");
    }
    return limit;
  }

  int offset() {
    String asked = call.parameter("offset");
    if (!asked.matches("[0-9]{0,9}")) {
      throw bad("offset", "must be a decimal number");
    }
    return asked.isEmpty() ? 0 : Integer.parseInt(asked);
  }

  private Refusal bad(String name, String why) {
    return V2Problem.INVALID.because(
        "Bad pagination %s: /%s/ [%s]".formatted(name, call.parameter(name), why));
  }

  /** Says how many there are, if that is asked for. */
  void count(int found) {
    if (call.option("count")) {
      call.with("Fiware-Total-Count", Integer.toString(found));
    }
  }

  /** Answers with one page of a list. */
  void page(List<? extends JsonNode> all) {
    count(all.size());
    var page = Json.object().putArray("page");
    all.stream().skip(offset()).limit(limit()).forEach(page::add);
    answer(page);
  }

  void answer(JsonNode body) {
    call.answer(200, Call.JSON, Buffer.buffer(Json.bytes(body)));
  }
}
