/**
 * Reads, checks and explains the profile of any record: YAML whose lines every mistake names, the
 * JSON Schema, the reference of the keys.
 */
package io.fleetload.profile.yaml;
