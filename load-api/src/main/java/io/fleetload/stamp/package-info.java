/** The mark that every message carries over the wire, by which both sides keep one set of books. */
package io.fleetload.stamp;
