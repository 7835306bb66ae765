// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.results.book.Course;
import io.fleetload.results.book.TenantCourse;
import io.fleetload.results.time.LatencySummary;
import io.fleetload.results.time.PerSecond;
import java.util.List;
import java.util.Map;

/**
 * The figures that a window has: what happened in its seconds, whenever the messages were due. They
 * have the same paths as those of the whole result.
 */
public final class WindowFigures {
  private WindowFigures() {}

  /**
   * The figures of the seconds from one up to another, counted as the courses count them.
   *
   * @return a tree as {@code result.json} is one; a flow of which nothing was due, sent or
   *     confirmed and nothing failed is not in it, nor is such a part of a tenant
   */
  public static JsonNode of(Map<String, Course> flows, int from, int to) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    ObjectNode each = tree.putObject("flows");
    flows.forEach(
        (name, course) -> {
          ObjectNode flow = flow(course, from, to);
          if (flow != null) {
            each.set(name, flow);
          }
          for (TenantCourse part : course.tenants()) {
            ObjectNode own = part(part, course.asked() != null, from, to);
            if (own != null) {
              tree.withObjectProperty("tenants")
                  .withObjectProperty(part.tenant())
                  .withObjectProperty("flows")
                  .set(name, own);
            }
          }
        });
    return tree;
  }

  private static ObjectNode flow(Course course, int from, int to) {
    PerSecond counts = course.perSecond();
    long scheduled = sum(counts.scheduled(), from, to);
    long sent = sum(counts.sent(), from, to);
    long ok = sum(counts.ok(), from, to);
    long failed = sum(counts.failed(), from, to);
    if (scheduled + sent + ok + failed == 0) {
      return null;
    }
    ObjectNode flow = JsonNodeFactory.instance.objectNode();
    if (course.asked() != null) {
      // Rates may change from window to window; what was due says what was asked for in this one.
      flow.put("asked", scheduled / (double) (to - from));
      flow.put("achieved", scheduled == 0 ? null : (Double) (sent / (double) scheduled));
    }
    flow.put("reached", sent / (double) (to - from));
    flow.put("scheduled", scheduled);
    flow.put("sent", sent);
    flow.put("ok", ok);
    flow.put("failed", failed);
    flow.put("retransmitted", sum(counts.retransmitted(), from, to));
    ObjectNode failedBy = flow.putObject("failedBy");
    if (counts.failedBy() != null) {
      counts.failedBy().forEach((cause, each) -> failedBy.put(cause, sum(each, from, to)));
    }
    if (course.intervals() != null) {
      flow.set("response", ResultFiles.tree(course.intervals().between(from, to).summary()));
    }
    return flow;
  }

  /** A tenant's part of a flow, as far as the whole result has the same of it. */
  private static ObjectNode part(TenantCourse course, boolean open, int from, int to) {
    long scheduled = course.scheduled(from, to);
    long sent = course.sent(from, to);
    long failed = course.failed(from, to);
    LatencySummary response = course.response().between(from, to).summary();
    if (scheduled + sent + failed + response.count() == 0) {
      return null;
    }
    ObjectNode part = JsonNodeFactory.instance.objectNode();
    if (open) {
      part.put("achieved", scheduled == 0 ? null : (Double) (sent / (double) scheduled));
    }
    part.put("scheduled", scheduled);
    part.put("sent", sent).put("ok", response.count()).put("failed", failed);
    part.set("response", ResultFiles.tree(response));
    return part;
  }

  private static long sum(List<Long> counts, int from, int to) {
    long sum = 0;
    if (counts != null) {
      for (int second = from; second < Math.min(to, counts.size()); second++) {
        sum += counts.get(second);
      }
    }
    return sum;
  }
}
