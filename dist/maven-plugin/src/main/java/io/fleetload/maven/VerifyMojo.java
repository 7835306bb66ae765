// SPDX-License-Identifier: EPL-2.0
package io.fleetload.maven;

import java.util.List;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;

/** Fails the build where a load test of the goal {@code run} did not pass. */
@Mojo(name = VerifyMojo.GOAL, defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class VerifyMojo extends AbstractMojo {
  static final String GOAL = "verify";

  @Override
  public void execute() throws MojoFailureException {
    List<String> failed = RunMojo.failed(getPluginContext());
    if (!failed.isEmpty()) {
      throw new MojoFailureException(String.join(System.lineSeparator(), failed));
    }
  }
}
