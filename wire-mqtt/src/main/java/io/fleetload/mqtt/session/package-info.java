/**
 * A client of MQTT on a loop's thread: {@link io.fleetload.mqtt.session.MqttSession} is one client
 * id, {@link io.fleetload.mqtt.session.MqttLoop} is what all of a thread share.
 */
package io.fleetload.mqtt.session;
