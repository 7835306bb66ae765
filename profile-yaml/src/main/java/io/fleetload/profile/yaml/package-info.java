/**
 * Reads, checks and explains the profile of any record: YAML with a line number for every mistake,
 * the JSON Schema, the reference of the keys.
 */
package io.fleetload.profile.yaml;
