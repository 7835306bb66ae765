/** Events that a running tool reports to its parent, a line of JSON each. */
package io.fleetload.progress;
