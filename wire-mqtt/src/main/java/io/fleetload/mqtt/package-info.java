/**
 * MQTT 3.1.1 and 5.0 on the devices' one thread. {@code packet} reads and writes the packets of
 * both sides, {@code session} is a client. Sections of the standards are written {@code 3:4.6} for
 * 3.1.1 and {@code 5:4.9} for 5.0.
 */
package io.fleetload.mqtt;
