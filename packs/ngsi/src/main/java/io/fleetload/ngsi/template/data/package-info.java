/** Rows of data and the values that placeholders take. */
package io.fleetload.ngsi.template.data;
