/** Load tests of other tools for MQTT, as profiles: before the profile. */
package io.fleetload.mqtt.imports;
