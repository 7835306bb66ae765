// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

/**
 * The part that all requests of one kind have in common, written once.
 *
 * @param confirmable whether the peer has to acknowledge them
 * @param code the method's code
 * @param options their options in the form of the wire
 * @param lastOption the number of the last of these options
 */
@SuppressWarnings("ArrayRecordComponent") // written once, never compared
record RequestForm(boolean confirmable, int code, byte[] options, int lastOption) {

  static RequestForm of(HonoRequest request) {
    OptionBytes options = OptionBytes.after(0);
    request.path().forEach(segment -> options.add(OptionBytes.URI_PATH, segment));
    options.add(OptionBytes.CONTENT_FORMAT, request.format());
    request.query().forEach(each -> options.add(OptionBytes.URI_QUERY, each));
    return new RequestForm(request.confirmable(), request.code(), options.bytes(), options.last());
  }
}
