/**
 * Description of a run: the profile's sections that every scenario shares, and its quantities.
 * First place on the data path.
 */
package io.fleetload.profile;
