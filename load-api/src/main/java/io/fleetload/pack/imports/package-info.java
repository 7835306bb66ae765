/**
 * Load tests of other tools as a pack makes profiles of them. It comes before the profile: a
 * command, a plan or a script becomes one.
 */
package io.fleetload.pack.imports;
