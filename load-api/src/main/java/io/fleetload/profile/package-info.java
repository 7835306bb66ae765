/**
 * What a run is asked to be: the profile's sections that every scenario shares, its quantities, and
 * the reader that finds every mistake at once. First place on the data path.
 */
package io.fleetload.profile;
