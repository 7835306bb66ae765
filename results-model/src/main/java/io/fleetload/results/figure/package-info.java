/** Each figure of a result, declared once: path, label, unit, which way is better. */
package io.fleetload.results.figure;
