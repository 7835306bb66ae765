// SPDX-License-Identifier: EPL-2.0
/** Keys of a profile of this pack. */
package io.fleetload.mqtt.profile;
