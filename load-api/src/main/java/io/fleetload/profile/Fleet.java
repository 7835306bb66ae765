// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fleetload.process.TargetException;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.Span;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The keys that every fleet has, for whatever pack it is.
 *
 * @param weight of a group alone; null if the groups have counts
 */
public record Fleet(
    @Doc(value = "how many devices", required = true, least = 1, most = 10_000_000) Integer count,
    @Doc(
            value = "local addresses that the devices send from; each carries its own ports",
            byDefault = "any")
        List<String> bind,
    @Doc(value = "the longest wait for an outcome", byDefault = "10s") Span timeout,
    @Doc(
            value =
                "a session is given up and replaced when for that long nothing came back to what it"
                    + " sent; 0s for never",
            byDefault = "0s")
        Span reconnectAfter,
    @Doc("what the sessions go through while messages flow") Life life,
    @Doc(
            value =
                "most messages of a process under way that the target has not even acknowledged;"
                    + " a message over the limit waits, and the wait counts into its response time; 0"
                    + " for any number",
            byDefault = "0",
            least = 0,
            most = 1_000_000)
        Integer maxInFlight,
    @Doc(
            value =
                "parts of the fleet, by a name of your choice, each with count, or weight where the"
                    + " fleet has count; what else a group leaves out is as it is here",
            byDefault = "none, all devices are alike")
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        Map<String, Devices> groups,
    @Doc(
            value = "its share of devices.count, beside the weights of the others",
            least = 1,
            most = 10_000_000)
        Integer weight) {

  /** Fills in what the profile leaves open, but for what {@link #or} fills in. */
  public Fleet {
    groups = Flow.inOrder(groups);
    bind = bind == null ? List.of() : List.copyOf(bind);
    life = life == null ? Life.NONE : life;
  }

  /** The same with the defaults that most packs have. */
  public Fleet orPlain() {
    return or(Span.parse("10s"), new Span(0), 0);
  }

  /** The same with a pack's own defaults, where the profile leaves these open. */
  public Fleet or(Span longestWait, Span mostSilence, int mostUnderWay) {
    return new Fleet(
        count,
        bind,
        timeout == null ? longestWait : timeout,
        reconnectAfter == null ? mostSilence : reconnectAfter,
        life,
        maxInFlight == null ? mostUnderWay : maxInFlight,
        groups,
        weight);
  }

  void check(Phases phases, ProfileChecks checks) {
    if (timeout.nanos() == 0) {
      checks.problem("devices.timeout", "found \"0s\", expected a length of time above 0");
    }
    for (int i = 0; i < bind.size(); i++) {
      if (address(bind.get(i)).isEmpty()) {
        checks.problem(
            "devices.bind[" + i + "]",
            "found \"%s\", expected an address of this host, such as 127.0.0.1"
                .formatted(bind.get(i)));
      }
    }
    life.check(phases, count, checks);
  }

  /**
   * The local addresses that the devices send from; none for any.
   *
   * @throws TargetException if a name, which had an address when the profile was read, has none
   */
  public List<InetAddress> addresses() throws TargetException {
    List<InetAddress> addresses = new ArrayList<>();
    for (String each : bind) {
      addresses.add(
          address(each)
              .orElseThrow(
                  () -> new TargetException("devices.bind: %s is no address".formatted(each))));
    }
    return addresses;
  }

  private static Optional<InetAddress> address(String name) {
    try {
      return Optional.of(InetAddress.getByName(name));
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }
}
