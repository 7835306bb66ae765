// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

/**
 * What all requests of one kind have in common, written once.
 *
 * @param confirmable whether the peer has to acknowledge them
 * @param code the method's code
 * @param options their options as they stand on the wire
 * @param lastOption the number of the last of these options
 */
@SuppressWarnings("ArrayRecordComponent") // written once, never compared
record RequestForm(boolean confirmable, int code, byte[] options, int lastOption) {

  /** A form with these options. */
  static RequestForm of(int code, boolean confirmable, OptionBytes options) {
    return new RequestForm(confirmable, code, options.bytes(), options.last());
  }
}
