// SPDX-License-Identifier: EPL-2.0
/** The pack, as the engine finds it. */
package io.fleetload.mqtt.pack;
