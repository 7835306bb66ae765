/**
 * Benchmarks of the fleet against other ways of being many clients: Californium's own, go-coap and
 * libcoap for Hono's devices; Vert.x' NetClient and go-jt808's client for vehicle terminals;
 * grpc-java's blocking stub and ghz for unary reads. All drive one kind of server in a process of
 * its own, in windows that take turns; the benchmarks report only ratios between windows of one
 * run. Off the line from profile to result: nothing of the product depends on it.
 */
package io.fleetload.bench;
