// SPDX-License-Identifier: EPL-2.0
/** The clients that publish. */
package io.fleetload.mqtt.client;
