/** The device side's half of the books, and how well the generator itself keeps time. */
package io.fleetload.simulator.measure;
