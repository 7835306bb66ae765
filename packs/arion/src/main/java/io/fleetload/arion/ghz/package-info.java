/** The results in the form of ghz, the tool of the published load test. */
package io.fleetload.arion.ghz;
