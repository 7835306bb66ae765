// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.history;

import io.fleetload.ngsi.embedded.entity.Instance;

/**
 * An instance of an attribute as it was.
 *
 * @param attribute its name
 * @param at when the broker recorded it, in µs since 1970
 */
public record RecordedValue(String attribute, Instance instance, long at) {}
