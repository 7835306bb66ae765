/** Quantities as a profile writes them: lengths of time, rates, shares, sizes, addresses. */
package io.fleetload.quantity;
