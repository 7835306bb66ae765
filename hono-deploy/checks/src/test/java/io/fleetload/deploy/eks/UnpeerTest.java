// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.eks;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.deploy.DeployFolder;
import io.fleetload.deploy.FakeProgram;
import io.fleetload.deploy.Program;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What {@code terraform destroy} does with the peering, told by an aws that only writes it down.
 */
class UnpeerTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"active", "pending-acceptance"})
  void aPeeringThatIsThereIsDeletedAndItsEndAwaited(String state) throws Exception {
    FakeProgram aws = aws(state);

    Program.Said said = unpeer(aws).run();

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(aws.asked())
        .containsExactly(
            "ec2 describe-vpc-peering-connections --region eu-central-1 --filters"
                + " Name=vpc-peering-connection-id,Values=pcx-1"
                + " --query VpcPeeringConnections[0].Status.Code --output text",
            "ec2 delete-vpc-peering-connection --region eu-central-1"
                + " --vpc-peering-connection-id pcx-1",
            "ec2 wait vpc-peering-connection-deleted --region eu-central-1"
                + " --vpc-peering-connection-ids pcx-1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"None", "deleted", "rejected", "expired", "failed"})
  void oneThatAtlasDeletedIsNoMistake(String state) throws Exception {
    FakeProgram aws = aws(state);

    Program.Said said = unpeer(aws).run();

    assertThat(said.code()).isZero();
    assertThat(said.err()).startsWith("unpeer: pcx-1 ").hasLineCount(1);
    assertThat(aws.asked()).hasSize(1);
  }

  @Test
  void oneThatIsOnItsWayOutIsAwaitedOnly() throws Exception {
    FakeProgram aws = aws("deleting");

    assertThat(unpeer(aws).run().code()).isZero();
    assertThat(aws.asked()).hasSize(2).last().asString().startsWith("ec2 wait");
  }

  @Test
  void aFailureOfAwsEndsTheDestroy() throws Exception {
    FakeProgram aws = new FakeProgram(folder, "aws", "exit 254");

    assertThat(unpeer(aws).run().code()).isEqualTo(254);
  }

  private FakeProgram aws(String state) throws Exception {
    return new FakeProgram(folder, "aws", "case \"$*\" in *describe*) echo " + state + " ;; esac");
  }

  private static Program unpeer(FakeProgram aws) {
    return aws.before(
        Program.of(DeployFolder.at("eks/terraform/unpeer").toString(), "eu-central-1", "pcx-1"));
  }
}
