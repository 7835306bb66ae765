// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import java.util.List;

/**
 * The part that the requests of one kind have in common, whatever stack writes them.
 *
 * @param code the method's code
 * @param confirmable whether they are acknowledged
 * @param path the segments of their path
 * @param format their content format
 * @param query the parts of their query
 */
public record HonoRequest(
    int code, boolean confirmable, List<String> path, int format, List<String> query) {}
