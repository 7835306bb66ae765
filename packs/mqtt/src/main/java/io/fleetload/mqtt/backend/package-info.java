// SPDX-License-Identifier: EPL-2.0
/** The subscribers that receive what the broker hands on. */
package io.fleetload.mqtt.backend;
