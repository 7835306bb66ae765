/** What a record says of the keys of a profile, and who takes the problems found. */
package io.fleetload.profile.key;
