resource "aws_security_group" "kafka" {
  name_prefix = "${var.name}-kafka-"
  description = "Kafka with TLS, from the cluster's nodes only"
  vpc_id      = aws_vpc.this.id
}

resource "aws_vpc_security_group_ingress_rule" "kafka" {
  security_group_id            = aws_security_group.kafka.id
  referenced_security_group_id = aws_eks_cluster.this.vpc_config[0].cluster_security_group_id
  ip_protocol                  = "tcp"
  from_port                    = 9094
  to_port                      = 9094
}

# Topics come from provisioning, with their partitions; a misspelt one must fail.
resource "aws_msk_configuration" "this" {
  name              = var.name
  kafka_versions    = [var.kafka.version]
  server_properties = <<-EOT
    auto.create.topics.enable=false
    default.replication.factor=3
    min.insync.replicas=2
    num.partitions=1
    log.retention.hours=24
  EOT
}

resource "aws_msk_cluster" "this" {
  cluster_name           = var.name
  kafka_version          = var.kafka.version
  number_of_broker_nodes = var.kafka.brokers

  broker_node_group_info {
    instance_type   = var.kafka.type
    client_subnets  = aws_subnet.private[*].id
    security_groups = [aws_security_group.kafka.id]

    connectivity_info {
      public_access {
        type = "DISABLED"
      }
    }
    storage_info {
      ebs_storage_info {
        volume_size = var.kafka.disk_gib
      }
    }
  }

  configuration_info {
    arn      = aws_msk_configuration.this.arn
    revision = aws_msk_configuration.this.latest_revision
  }

  lifecycle {
    precondition {
      condition     = var.kafka.brokers % length(local.zones) == 0
      error_message = "kafka.brokers: found ${var.kafka.brokers}, expected a multiple of ${length(local.zones)}, as many in each zone of ${var.region}."
    }
  }

  # As in the published test: TLS, and who may connect is the security group's matter.
  client_authentication {
    unauthenticated = true
  }

  encryption_info {
    encryption_in_transit {
      client_broker = "TLS"
      in_cluster    = true
    }
  }
}
