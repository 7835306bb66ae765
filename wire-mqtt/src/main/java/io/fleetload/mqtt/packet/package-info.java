/**
 * Packets of MQTT as bytes, of both sides: {@link io.fleetload.mqtt.packet.PacketReader} finds them
 * in a stream and {@link io.fleetload.mqtt.packet.PacketWriter} writes them.
 */
package io.fleetload.mqtt.packet;
