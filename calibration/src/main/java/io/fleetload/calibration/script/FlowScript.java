// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration.script;

import java.util.List;

/**
 * The fate of the messages of one flow: a pure function of the seed and the message's number, so
 * that everything a run must report is known before it.
 *
 * @param schedule when they have to be due; null for answers to commands, which have no schedule
 * @param fleet how many devices take turns: a device's next message is that much further on
 * @param total messages of the flow in the run
 * @param lastSilence number from which on silence would not be over before the run is
 * @param seed seed of the delays
 * @param delays when answers leave
 * @param replies how messages are answered otherwise than well; the first rule that names one wins
 * @param deliveries how well answered messages reach the backend otherwise than once; likewise
 * @param silentAtEnd how many messages at the very end get no answer
 */
public record FlowScript(
    Schedule schedule,
    int fleet,
    int total,
    int lastSilence,
    long seed,
    Delays delays,
    List<Rule<Reply>> replies,
    List<Rule<Delivery>> deliveries,
    int silentAtEnd) {

  /** Keeps lists of its own. */
  public FlowScript {
    replies = List.copyOf(replies);
    deliveries = List.copyOf(deliveries);
  }

  /** The treatment of a message. */
  public Act act(int n) {
    Reply reply = reply(n);
    return new Act(reply, delays.of(seed, n), delivery(n, reply));
  }

  private Reply reply(int n) {
    if (n >= total - silentAtEnd) {
      return Reply.SILENCE;
    }
    for (Rule<Reply> rule : replies) {
      if (rule.names(n) && possible(rule.what(), n)) {
        return rule.what();
      }
    }
    return Reply.OK;
  }

  private boolean possible(Reply reply, int n) {
    return switch (reply) {
      case SILENCE -> n < lastSilence;
      // The device has answered the command before it, or it would answer it now.
      case LATE_COMMAND -> n >= fleet && reply(n - fleet) == Reply.OK;
      default -> true;
    };
  }

  private Delivery delivery(int n, Reply reply) {
    if (!reply.passesOn()) {
      return Delivery.NEVER;
    }
    if (reply != Reply.OK) {
      return Delivery.ONCE;
    }
    Delivery delivery = ruled(n);
    return delivery == Delivery.LATE && !overtaken(n) ? Delivery.ONCE : delivery;
  }

  private Delivery ruled(int n) {
    for (Rule<Delivery> rule : deliveries) {
      if (rule.names(n)) {
        return rule.what();
      }
    }
    return Delivery.ONCE;
  }

  /** Only a message that arrives can overtake the one before it. */
  private boolean overtaken(int n) {
    int next = n + fleet;
    return next < total && reply(next) == Reply.OK && ruled(next) == Delivery.ONCE;
  }
}
