/** The two halves of the books: what the devices did, and what reached the backend. */
package io.fleetload.results.book;
