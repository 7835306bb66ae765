resource "aws_iam_role" "node" {
  name = "${var.name}-node"
  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRole"
      Principal = { Service = "ec2.amazonaws.com" }
    }]
  })
}

resource "aws_iam_role_policy_attachment" "node" {
  for_each = toset([
    "AmazonEKSWorkerNodePolicy", "AmazonEKS_CNI_Policy", "AmazonEC2ContainerRegistryPullOnly"
  ])
  role       = aws_iam_role.node.name
  policy_arn = "arn:aws:iam::aws:policy/${each.key}"
}

resource "aws_launch_template" "node" {
  name_prefix = "${var.name}-"

  metadata_options {
    http_tokens                 = "required"
    http_put_response_hop_limit = 1
  }

  block_device_mappings {
    device_name = "/dev/xvda"
    ebs {
      volume_type           = "gp3"
      volume_size           = 30
      encrypted             = true
      delete_on_termination = true
    }
  }
}

resource "aws_eks_node_group" "hono" {
  cluster_name    = aws_eks_cluster.this.name
  node_group_name = "hono"
  node_role_arn   = aws_iam_role.node.arn
  subnet_ids      = aws_subnet.private[*].id
  ami_type        = "AL2023_x86_64_STANDARD"
  instance_types  = [var.hono_nodes.type]
  labels          = { "fleetload/nodes" = "hono" }

  scaling_config {
    desired_size = var.hono_nodes.count
    min_size     = var.hono_nodes.count
    max_size     = var.hono_nodes.count
  }

  launch_template {
    id      = aws_launch_template.node.id
    version = aws_launch_template.node.latest_version
  }

  depends_on = [aws_iam_role_policy_attachment.node]
}

# Apart from Hono's nodes, and in one zone: what they measure is not the way between zones of a
# simulator to itself. A load balancer that keeps the sender's address cannot lead a node to itself.
resource "aws_eks_node_group" "simulators" {
  cluster_name    = aws_eks_cluster.this.name
  node_group_name = "simulators"
  node_role_arn   = aws_iam_role.node.arn
  subnet_ids      = [aws_subnet.private[0].id]
  ami_type        = "AL2023_x86_64_STANDARD"
  instance_types  = [var.simulator_nodes.type]
  labels          = { "fleetload/nodes" = "simulators" }

  taint {
    key    = "fleetload/nodes"
    value  = "simulators"
    effect = "NO_SCHEDULE"
  }

  scaling_config {
    desired_size = var.simulator_nodes.count
    min_size     = var.simulator_nodes.count
    max_size     = var.simulator_nodes.count
  }

  launch_template {
    id      = aws_launch_template.node.id
    version = aws_launch_template.node.latest_version
  }

  depends_on = [aws_iam_role_policy_attachment.node]
}
