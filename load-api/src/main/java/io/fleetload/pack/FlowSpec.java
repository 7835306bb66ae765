// SPDX-License-Identifier: EPL-2.0
package io.fleetload.pack;

import io.fleetload.stamp.Stamp;
import java.util.List;
import java.util.function.IntFunction;

/**
 * One flow as its campaign describes it to the engine; when its messages are due is in the profile.
 *
 * @param name the flow's name
 * @param answers the flow whose commands its messages answer, or whose messages they follow; null
 *     for a flow whose messages are due by themselves
 * @param pushed of a flow of answers: whether the commands come by themselves, after the outcome of
 *     the message that asked for them, and not with it
 * @param timeoutNanos the longest wait for an outcome, ns
 * @param window messages of a device that may be under way at once
 * @param responses how many responses each message has; 0 for any number
 * @param deviceOnly whether no backend receives its messages
 * @param receivers at how many receivers of the backend each message has to arrive, once at each
 * @param stored whether the backend reads the store behind the target for its messages
 * @param parts names of the parts of a message's time, as the driver tells them; empty for none
 * @param body what its messages say
 */
public record FlowSpec(
    String name,
    String answers,
    boolean pushed,
    long timeoutNanos,
    int window,
    int responses,
    boolean deviceOnly,
    int receivers,
    boolean stored,
    List<String> parts,
    Body body) {

  private static final byte[] NO_BYTES = {};

  /** Makes a message's body. */
  @FunctionalInterface
  public interface Body {
    /** Of messages that the link makes of their stamps alone. */
    Body BY_THE_LINK = (device, stamp) -> NO_BYTES;

    /** The body of a device's message with that stamp in it. */
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

  /** One message of a device at a time, with one response, which a backend receives. */
  public static FlowSpec of(String name, long timeoutNanos, Body body) {
    return new FlowSpec(name, null, false, timeoutNanos, 1, 1, false, 1, false, List.of(), body);
  }

  /** The same as the answers to the commands that come with the outcomes of another flow. */
  public FlowSpec answering(String flow) {
    return new FlowSpec(
        name,
        flow,
        false,
        timeoutNanos,
        window,
        responses,
        deviceOnly,
        receivers,
        stored,
        parts,
        body);
  }

  /** The same as the answers to commands that the target pushes. */
  public FlowSpec answeringPushed(String flow) {
    return new FlowSpec(
        name,
        flow,
        true,
        timeoutNanos,
        window,
        responses,
        deviceOnly,
        receivers,
        stored,
        parts,
        body);
  }

  /**
   * The same of messages that follow those of another flow: once one of these had its outcome, and
   * the driver handed over what is to follow with it, the same device sends one of these. No
   * backend has a part in it. The profile says {@link io.fleetload.profile.LoadProfile#follows()}
   * then.
   */
  public FlowSpec following(String flow) {
    return answering(flow).ofTheDeviceOnly();
  }

  /** The same with so many messages of a device under way at once. */
  public FlowSpec withWindow(int messages) {
    return new FlowSpec(
        name,
        answers,
        pushed,
        timeoutNanos,
        messages,
        responses,
        deviceOnly,
        receivers,
        stored,
        parts,
        body);
  }

  /** The same with so many responses to each message; 0 for any number. */
  public FlowSpec withResponses(int each) {
    return new FlowSpec(
        name,
        answers,
        pushed,
        timeoutNanos,
        window,
        each,
        deviceOnly,
        receivers,
        stored,
        parts,
        body);
  }

  /**
   * The same of messages of which each has to arrive at so many receivers, once at each: all who
   * watch a group, or all subscriptions of an entity. A message's receivers have the numbers from 0
   * on. Whether a message was overtaken is looked at receiver by receiver, so a number should be
   * the same receiver for all messages of a device. The profile says {@link
   * io.fleetload.profile.LoadProfile#flowsOfSeveralReceivers()} then.
   *
   * @throws IllegalArgumentException if it is none; {@link #ofTheDeviceOnly()} says that
   */
  public FlowSpec withReceivers(int each) {
    if (each < 1) {
      throw new IllegalArgumentException(
          "flow %s: withReceivers(%d); a flow that nobody receives is ofTheDeviceOnly()"
              .formatted(name, each));
    }
    return new FlowSpec(
        name,
        answers,
        pushed,
        timeoutNanos,
        window,
        responses,
        deviceOnly,
        each,
        stored,
        parts,
        body);
  }

  /**
   * The same of messages that the backend looks for in the store behind the target as well. The
   * profile says {@link io.fleetload.profile.LoadProfile#readsStore()} then.
   */
  public FlowSpec withStore() {
    return new FlowSpec(
        name,
        answers,
        pushed,
        timeoutNanos,
        window,
        responses,
        deviceOnly,
        receivers,
        true,
        parts,
        body);
  }

  /**
   * The same of messages whose time has these parts, in the order in which they follow each other,
   * such as waiting for a connection, sending and waiting for the answer. The driver tells how long
   * each took: {@link io.fleetload.driver.DeviceLink.Exchange#parts}. The names are in the result,
   * as those of figures, so they are one word each.
   */
  public FlowSpec withParts(List<String> names) {
    return new FlowSpec(
        name,
        answers,
        pushed,
        timeoutNanos,
        window,
        responses,
        deviceOnly,
        receivers,
        stored,
        List.copyOf(names),
        body);
  }

  /** The same of messages that no backend receives. */
  public FlowSpec ofTheDeviceOnly() {
    return new FlowSpec(
        name, answers, pushed, timeoutNanos, window, responses, true, 1, false, parts, body);
  }
}
