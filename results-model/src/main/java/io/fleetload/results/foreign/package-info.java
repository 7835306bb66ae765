/** Outputs of other load tools, as far as they say what a result says: beside the result. */
package io.fleetload.results.foreign;
