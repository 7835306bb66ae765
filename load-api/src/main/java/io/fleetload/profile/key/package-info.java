/**
 * Marks by which a record describes the keys of a profile, and the interface that takes the
 * problems found.
 */
package io.fleetload.profile.key;
