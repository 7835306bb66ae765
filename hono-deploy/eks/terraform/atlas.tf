# Atlas asks for the peering (its side of it is in docs/run-on-eks.md); this side accepts.
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
