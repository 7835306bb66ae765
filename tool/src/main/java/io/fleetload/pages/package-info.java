/** How a tool serves pages over HTTP; off the run's path, and of no cost where nobody asks. */
package io.fleetload.pages;
