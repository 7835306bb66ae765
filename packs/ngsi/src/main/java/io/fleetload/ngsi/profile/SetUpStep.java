// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.profile;

import io.fleetload.profile.Doc;

/** Requests that provisioning sends before the run. */
public record SetUpStep(
    @Doc(
            value = "method and path; {{n}} is the number of the request, from 0",
            required = true,
            form = NgsiFlow.REQUEST,
            expected = NgsiFlow.REQUEST_EXPECTED)
        String request,
    @Doc(value = "the body, JSON with placeholders in its texts", byDefault = "none") String body,
    @Doc(
            value =
                "the body is a list of so many, each with an {{index}} of its own, 0 for the first",
            byDefault = "1",
            least = 1,
            most = 100_000)
        Integer batch,
    @Doc(value = "how many requests", byDefault = "1", least = 1, most = 100_000_000) Integer count,
    @Doc("what each answer must be; 409, it is there already, is as good") Expect expect,
    @Doc(
            "what the broker must find before the step counts as done; if it does, the step is left out")
        Verify verify) {

  /** Fills in what the profile leaves open. */
  public SetUpStep {
    count = count == null ? 1 : count;
    expect = expect == null ? Expect.SUCCESS : expect;
  }

  /** The method of the requests. */
  public String method() {
    return NgsiFlow.methodOf(request);
  }

  /** Their path, with its placeholders. */
  public String path() {
    return NgsiFlow.pathOf(request);
  }
}
