// SPDX-License-Identifier: EPL-2.0
/** A run as others show theirs: the Open MQTT Benchmark Suite, and emqtt-bench. */
package io.fleetload.mqtt.view;
