// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

/** The messages that are spoken here; those of the platform begin at 0x8000. */
public final class MessageId {
  /** A terminal's general answer: {@link Acknowledgement}. */
  public static final int TERMINAL_ACKNOWLEDGEMENT = 0x0001;

  /** Without a body. */
  public static final int HEARTBEAT = 0x0002;

  /** Without a body. */
  public static final int LOGOUT = 0x0003;

  /** A terminal misses fragments, 2019 only: {@link ResendRequest}. */
  public static final int TERMINAL_RESEND_REQUEST = 0x0005;

  /** {@link Registration}. */
  public static final int REGISTRATION = 0x0100;

  /** {@link Authentication}. */
  public static final int AUTHENTICATION = 0x0102;

  /** {@link ParametersReply}. */
  public static final int PARAMETERS_REPLY = 0x0104;

  /** {@link Location}. */
  public static final int LOCATION = 0x0200;

  /** {@link LocationReply}. */
  public static final int LOCATION_REPLY = 0x0201;

  /** {@link LocationBatch}. */
  public static final int LOCATION_BATCH = 0x0704;

  /** The platform's general answer: {@link Acknowledgement}. */
  public static final int PLATFORM_ACKNOWLEDGEMENT = 0x8001;

  /** The platform misses fragments: {@link ResendRequest}. */
  public static final int PLATFORM_RESEND_REQUEST = 0x8003;

  /** {@link RegistrationReply}. */
  public static final int REGISTRATION_REPLY = 0x8100;

  /** {@link Parameters}. */
  public static final int SET_PARAMETERS = 0x8103;

  /** Without a body; answered by {@link #PARAMETERS_REPLY}. */
  public static final int QUERY_PARAMETERS = 0x8104;

  /** Without a body; answered by {@link #LOCATION_REPLY}. */
  public static final int QUERY_LOCATION = 0x8201;

  /** {@link TextMessage}. */
  public static final int TEXT = 0x8300;

  private MessageId() {}
}
