// SPDX-License-Identifier: EPL-2.0
package io.fleetload.flow;

import io.fleetload.results.run.TargetClock;
import io.fleetload.stamp.Stamp;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/**
 * One flow as its campaign describes it to the engine; when its messages are due is in the profile.
 *
 * @param name the flow's name
 * @param kind the pack's word for what it is; several flows may be of one kind
 * @param due what makes its messages due
 * @param timeoutNanos the longest wait for an outcome, ns
 * @param window messages of a device that may be under way at once
 * @param responses how many responses each message has; 0 for any number
 * @param reception what the backend has of its messages
 * @param parts names of the parts of a message's time, as the driver tells them; empty for none
 * @param body what its messages say
 */
public record FlowSpec(
    String name,
    String kind,
    DueKind due,
    long timeoutNanos,
    int window,
    int responses,
    ReceptionTraits reception,
    List<String> parts,
    Body body) {

  private static final byte[] NO_BYTES = {};

  /** Reason for which a flow's messages become due. */
  public sealed interface DueKind {
    /** The schedule, or a user that is ready. */
    record ByItself() implements DueKind {}

    /**
     * A command, or what the driver hands over with the outcome of a message of another flow.
     *
     * @param flow the flow of the commands that are answered, or of the messages that are followed
     * @param pushed whether the commands come by themselves, after the outcome of the message that
     *     asked for them, and not with it
     */
    record OnCommand(String flow, boolean pushed) implements DueKind {}

    /**
     * The outcome of what is before it in an iteration.
     *
     * @param step which flow it follows, and how
     */
    record AsStep(Step step) implements DueKind {}
  }

  /**
   * Part of the backend in the messages.
   *
   * @param deviceOnly whether no backend receives them
   * @param receivers at how many receivers of the backend each has to arrive, once at each
   * @param stored whether the backend reads the store behind the target for them
   * @param byTurn whether a message's device is computed from its number, by the devices' turns
   * @param toDevice whether the device is the one that receives them
   */
  public record ReceptionTraits(
      boolean deviceOnly, int receivers, boolean stored, boolean byTurn, boolean toDevice) {
    private static final ReceptionTraits ONCE = new ReceptionTraits(false, 1, false, false, false);
  }

  /** Makes a message's body. */
  @FunctionalInterface
  public interface Body {
    /** Of messages that the link makes of their stamps alone. */
    Body BY_THE_LINK = (device, stamp) -> NO_BYTES;

    /**
     * The body of a device's message with that stamp in it: the same bytes each time, so that the
     * backend can tell whether the target changed them.
     */
    byte[] of(String device, Stamp stamp);
  }

  /**
   * The body of a message.
   *
   * @param names a device's name by its index; asked only for a body that may need it
   */
  public byte[] body(IntFunction<String> names, int device, Stamp stamp) {
    return body == Body.BY_THE_LINK ? NO_BYTES : body.of(names.apply(device), stamp);
  }

  /**
   * Returns whether a body is the one that a device made around a stamp. A body is a function of
   * the device and the stamp alone, so the backend makes it once more.
   *
   * @param device the device's name
   */
  public boolean made(byte[] found, String device, Stamp stamp) {
    return body == Body.BY_THE_LINK || Arrays.equals(found, body.of(device, stamp));
  }

  /** One message of a device at a time, with one response, which a backend receives. */
  public static FlowSpec of(String name, long timeoutNanos, Body body) {
    return new FlowSpec(
        name,
        name,
        new DueKind.ByItself(),
        timeoutNanos,
        1,
        1,
        ReceptionTraits.ONCE,
        List.of(),
        body);
  }

  /**
   * The same as one of several flows of a kind; of any other flow, the name is its kind as well.
   */
  public FlowSpec ofKind(String word) {
    return new FlowSpec(name, word, due, timeoutNanos, window, responses, reception, parts, body);
  }

  /** The same as the answers to the commands that come with the outcomes of another flow. */
  public FlowSpec answering(String flow) {
    return withDue(new DueKind.OnCommand(flow, false));
  }

  /**
   * The same as the answers to commands that the target pushes. The command is the outcome of the
   * message that asked for it: until it comes, that message waits, whatever the target answered.
   */
  public FlowSpec answeringPushed(String flow) {
    return withDue(new DueKind.OnCommand(flow, true));
  }

  /**
   * The same of messages that follow those of another flow: once one of these had its outcome, and
   * the driver handed over what is to follow with it, the same device sends one of these. No
   * backend has a part in it.
   */
  public FlowSpec following(String flow) {
    return answering(flow).ofTheDeviceOnly();
  }

  /**
   * The same as a step of a user. An iteration begins with a message of a flow that is due by
   * itself; its steps go the same way one after the other, in the order of the pack's list, each
   * when the outcome before it is there and the time to think is over. The device is ready for its
   * next iteration when all of them are over. After a failure the rest of the iteration is not
   * sent. What the driver hands over with an outcome reaches the next step as {@code
   * Message.answers}.
   */
  public FlowSpec asStep(Step step) {
    return withDue(new DueKind.AsStep(step));
  }

  /**
   * The flow of the commands that its messages answer, or of the messages that they follow; or
   * null.
   */
  public String answers() {
    return due instanceof DueKind.OnCommand command ? command.flow() : null;
  }

  /** Returns whether its messages answer commands that come by themselves. */
  public boolean pushed() {
    return due instanceof DueKind.OnCommand command && command.pushed();
  }

  /** Place of its messages among the steps of a user; null if they are no step. */
  public Step step() {
    return due instanceof DueKind.AsStep as ? as.step() : null;
  }

  /** Returns whether no backend receives its messages. */
  public boolean deviceOnly() {
    return reception.deviceOnly;
  }

  /** At how many receivers of the backend each message has to arrive, once at each. */
  public int receivers() {
    return reception.receivers;
  }

  /** Returns whether the backend reads the store behind the target for its messages. */
  public boolean stored() {
    return reception.stored;
  }

  /** Returns whether another client sends its messages to the device. */
  public boolean toDevice() {
    return reception.toDevice;
  }

  /** Returns whether a message's device is computed from its number. */
  public boolean byTurn() {
    return reception.byTurn;
  }

  private FlowSpec withDue(DueKind other) {
    return new FlowSpec(name, kind, other, timeoutNanos, window, responses, reception, parts, body);
  }

  private FlowSpec with(ReceptionTraits other) {
    return new FlowSpec(name, kind, due, timeoutNanos, window, responses, other, parts, body);
  }

  /** The same with so many messages of a device under way at once. */
  public FlowSpec withWindow(int messages) {
    return new FlowSpec(name, kind, due, timeoutNanos, messages, responses, reception, parts, body);
  }

  /** The same with so many responses to each message; 0 for any number. */
  public FlowSpec withResponses(int each) {
    return new FlowSpec(name, kind, due, timeoutNanos, window, each, reception, parts, body);
  }

  /**
   * The same of messages of which each has to arrive at so many receivers, once at each: all who
   * watch a group, or all subscriptions of an entity. A message's receivers have the numbers from 0
   * on. Whether a message was overtaken is looked at receiver by receiver, so a number should be
   * the same receiver for all messages of a device.
   *
   * @throws IllegalArgumentException if the number is below 1; {@link #ofTheDeviceOnly()} says that
   */
  public FlowSpec withReceivers(int each) {
    if (each < 1) {
      throw new IllegalArgumentException(
          "flow %s: withReceivers(%s); a flow without a receiver is ofTheDeviceOnly()"
              .formatted(name, each));
    }
    return with(
        new ReceptionTraits(
            reception.deviceOnly, each, reception.stored, reception.byTurn, reception.toDevice));
  }

  /** The same of messages that the backend looks for in the store behind the target as well. */
  public FlowSpec withStore() {
    return with(
        new ReceptionTraits(
            reception.deviceOnly, reception.receivers, true, reception.byTurn, reception.toDevice));
  }

  /**
   * The same of messages of which the pack computes the device from the number, or the number from
   * the device, by the turns of the devices. A flow of a trace has no turns, so it is refused then.
   */
  public FlowSpec withTurns() {
    return with(
        new ReceptionTraits(
            reception.deviceOnly, reception.receivers, reception.stored, true, reception.toDevice));
  }

  /**
   * The same of messages with a time that has these parts, in the order in which they follow each
   * other, such as waiting for a connection, sending and waiting for the answer. The driver says
   * how long each took: {@link io.fleetload.driver.DeviceLink.Exchange#parts}. The names are in the
   * result, as those of figures, so they are one word each.
   */
  public FlowSpec withParts(List<String> names) {
    return new FlowSpec(
        name, kind, due, timeoutNanos, window, responses, reception, List.copyOf(names), body);
  }

  /**
   * The same of messages that ask the target when it answers, by its own clock. It splits their
   * time into {@link TargetClock#PARTS}. The driver hands over the target's time: {@link
   * io.fleetload.driver.DeviceLink.Exchange#answeredAt}.
   */
  public FlowSpec withAnswerTimes() {
    return withParts(TargetClock.PARTS);
  }

  /** The same of messages that no backend receives. */
  public FlowSpec ofTheDeviceOnly() {
    return with(new ReceptionTraits(true, 1, false, reception.byTurn, reception.toDevice));
  }

  /**
   * The same of messages that another client sends to the device, from the same process. They go
   * out when they are due, also while the device sleeps or has no session; what comes of them is
   * the device's to say, and no backend has a part in it.
   */
  public FlowSpec toTheDevice() {
    return with(new ReceptionTraits(true, 1, false, reception.byTurn, true));
  }
}
