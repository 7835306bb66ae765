# Made here and not by Kubernetes: one that a Service makes outlives `terraform destroy` and keeps
# the VPC from going.
locals {
  # The node ports of hono-deploy/eks/helm/post-renderer.
  coaps_node_port  = 30684
  health_node_port = 30688
}

resource "aws_security_group" "coap" {
  name_prefix = "${var.name}-coap-"
  description = "CoAP over DTLS into the load balancer"
  vpc_id      = aws_vpc.this.id
}

resource "aws_vpc_security_group_ingress_rule" "devices" {
  for_each          = toset(concat([var.vpc_cidr], var.coap_public ? var.coap_cidrs : []))
  security_group_id = aws_security_group.coap.id
  cidr_ipv4         = each.key
  ip_protocol       = "udp"
  from_port         = 5684
  to_port           = 5684
}

resource "aws_vpc_security_group_egress_rule" "to_nodes" {
  for_each                     = { udp = local.coaps_node_port, tcp = local.health_node_port }
  security_group_id            = aws_security_group.coap.id
  referenced_security_group_id = aws_eks_cluster.this.vpc_config[0].cluster_security_group_id
  ip_protocol                  = each.key
  from_port                    = each.value
  to_port                      = each.value
}

resource "aws_vpc_security_group_ingress_rule" "from_load_balancer" {
  for_each                     = { udp = local.coaps_node_port, tcp = local.health_node_port }
  security_group_id            = aws_eks_cluster.this.vpc_config[0].cluster_security_group_id
  referenced_security_group_id = aws_security_group.coap.id
  ip_protocol                  = each.key
  from_port                    = each.value
  to_port                      = each.value
}

resource "aws_lb" "coap" {
  name                             = "${var.name}-coap"
  load_balancer_type               = "network"
  internal                         = !var.coap_public
  subnets                          = var.coap_public ? aws_subnet.public[*].id : aws_subnet.private[*].id
  security_groups                  = [aws_security_group.coap.id]
  enable_cross_zone_load_balancing = true

  # AWS refuses a public one in a VPC that has no gateway yet.
  depends_on = [aws_internet_gateway.this]
}

resource "aws_lb_target_group" "coaps" {
  name        = "${var.name}-coaps"
  vpc_id      = aws_vpc.this.id
  target_type = "instance"
  protocol    = "UDP"
  port        = local.coaps_node_port

  # A UDP port cannot be asked; the adapter's readiness is, on a port of its own.
  health_check {
    protocol            = "HTTP"
    path                = "/readiness"
    port                = local.health_node_port
    interval            = 10
    timeout             = 6
    healthy_threshold   = 2
    unhealthy_threshold = 2
  }
}

resource "aws_lb_listener" "coaps" {
  load_balancer_arn = aws_lb.coap.arn
  port              = 5684
  protocol          = "UDP"
  default_action {
    type             = "forward"
    target_group_arn = aws_lb_target_group.coaps.arn
  }
}

resource "aws_autoscaling_attachment" "coaps" {
  autoscaling_group_name = aws_eks_node_group.hono.resources[0].autoscaling_groups[0].name
  lb_target_group_arn    = aws_lb_target_group.coaps.arn
}
