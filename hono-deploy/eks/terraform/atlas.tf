# Atlas asks for the peering (its side of it is in docs/how-to/run-on-eks.md); this side accepts.
resource "aws_vpc_peering_connection_accepter" "atlas" {
  count                     = var.atlas == null ? 0 : 1
  vpc_peering_connection_id = var.atlas.peering_id
  auto_accept               = true
}

resource "aws_route" "atlas" {
  count                     = var.atlas == null ? 0 : 1
  route_table_id            = aws_route_table.private.id
  destination_cidr_block    = var.atlas.cidr
  vpc_peering_connection_id = aws_vpc_peering_connection_accepter.atlas[0].id
}

# To destroy the accepter only forgets the peering, and AWS deletes no VPC that has one. So this
# deletes it, before the VPC that it names.
resource "terraform_data" "atlas_peering" {
  count = var.atlas == null ? 0 : 1
  input = {
    vpc     = aws_vpc.this.id
    peering = aws_vpc_peering_connection_accepter.atlas[0].id
    region  = var.region
  }

  provisioner "local-exec" {
    when    = destroy
    command = "${path.module}/unpeer ${self.output.region} ${self.output.peering}"
  }
}
