// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.californium;

import io.fleetload.hono.coap.HonoRequest;
import org.eclipse.californium.core.coap.CoAP;
import org.eclipse.californium.core.coap.OptionSet;
import org.eclipse.californium.core.coap.Request;

/**
 * Common part of all requests of one kind, in Californium's terms.
 *
 * @param code the method
 * @param type whether they are acknowledged
 * @param options their options; each request has a copy
 */
record RequestTemplate(CoAP.Code code, CoAP.Type type, OptionSet options) {
  static RequestTemplate of(HonoRequest form) {
    OptionSet options = new OptionSet();
    form.path().forEach(options::addUriPath);
    options.setContentFormat(form.format());
    form.query().forEach(options::addUriQuery);
    return new RequestTemplate(
        CoAP.Code.valueOf(form.code()),
        form.confirmable() ? CoAP.Type.CON : CoAP.Type.NON,
        options);
  }

  Request request(byte[] payload) {
    Request request = new Request(code, type);
    request.setOptions(options);
    request.setPayload(payload);
    return request;
  }
}
