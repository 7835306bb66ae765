// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.packet;

/**
 * A topic filter of a SUBSCRIBE, and how its messages are to come (5:3.8.3.1). In 3.1.1 only the
 * QoS counts.
 *
 * @param noLocal whether the client's own messages are left out
 * @param retainAsPublished whether messages keep their retain flag
 * @param retainHandling retained messages: 0 come, 1 come if the subscription is new, 2 do not come
 */
public record TopicSubscription(
    String filter, int qos, boolean noLocal, boolean retainAsPublished, int retainHandling) {
  private static final int NO_LOCAL = 4;
  private static final int RETAIN_AS_PUBLISHED = 8;
  private static final int HANDLING_SHIFT = 4;

  /** A subscription without any of the options of 5.0. */
  public static TopicSubscription of(String filter, int qos) {
    return new TopicSubscription(filter, qos, false, false, 0);
  }

  int options(MqttVersion version) {
    if (version == MqttVersion.V3) {
      return qos;
    }
    return qos
        | (noLocal ? NO_LOCAL : 0)
        | (retainAsPublished ? RETAIN_AS_PUBLISHED : 0)
        | retainHandling << HANDLING_SHIFT;
  }

  static TopicSubscription read(BodyReader body, MqttVersion version) {
    String filter = body.text();
    requireFilter(filter);
    int options = body.u8();
    int handling = options >> HANDLING_SHIFT;
    int known = version == MqttVersion.V3 ? 3 : 0x3f;
    if ((options & 3) == 3) {
      throw PacketFault.QOS.broken();
    }
    if ((options & ~known) != 0 || handling == 3) {
      throw PacketFault.SUBSCRIPTION_OPTIONS.broken();
    }
    boolean noLocal = (options & NO_LOCAL) != 0;
    if (noLocal && filter.startsWith("$share/")) {
      throw PacketFault.SUBSCRIPTION_OPTIONS.broken();
    }
    return new TopicSubscription(
        filter, options & 3, noLocal, (options & RETAIN_AS_PUBLISHED) != 0, handling);
  }

  /** A level with a wildcard has nothing else, and {@code #} is the last one (5:4.7.1). */
  static void requireFilter(String filter) {
    int length = filter.length();
    boolean good = length > 0;
    for (int i = 0; i < length && good; i++) {
      char each = filter.charAt(i);
      if (each == '#' || each == '+') {
        boolean begins = i == 0 || filter.charAt(i - 1) == '/';
        boolean ends = i + 1 == length || (each == '+' && filter.charAt(i + 1) == '/');
        good = begins && ends;
      }
    }
    if (!good) {
      throw PacketFault.FILTER.broken();
    }
  }
}
