# No account and no network: the provider is mocked, the plan is the real one.
mock_provider "aws" {
  mock_data "aws_availability_zones" {
    defaults = { names = ["eu-central-1a", "eu-central-1b", "eu-central-1c"] }
  }
  mock_resource "aws_iam_role" {
    defaults = { arn = "arn:aws:iam::123456789012:role/mock" }
  }
  mock_resource "aws_vpc" {
    defaults = { id = "vpc-0", owner_id = "123456789012" }
  }
  mock_resource "aws_launch_template" {
    defaults = { id = "lt-0123456789abcdef0", latest_version = 1 }
  }
  mock_resource "aws_lb" {
    defaults = {
      arn      = "arn:aws:elasticloadbalancing:eu-central-1:123456789012:loadbalancer/net/mock/0"
      dns_name = "hono-load-coap.elb.eu-central-1.amazonaws.com"
    }
  }
  mock_resource "aws_lb_target_group" {
    defaults = {
      arn = "arn:aws:elasticloadbalancing:eu-central-1:123456789012:targetgroup/mock/0"
    }
  }
  mock_resource "aws_msk_configuration" {
    defaults = {
      arn             = "arn:aws:kafka:eu-central-1:123456789012:configuration/mock/0"
      latest_revision = 1
    }
  }
  mock_resource "aws_msk_cluster" {
    defaults = {
      bootstrap_brokers_tls = "b-1.mock.kafka.eu-central-1.amazonaws.com:9094,b-2.mock.kafka.eu-central-1.amazonaws.com:9094"
    }
  }
  mock_resource "aws_ecr_repository" {
    defaults = { repository_url = "123456789012.dkr.ecr.eu-central-1.amazonaws.com/hono-load/provisioning" }
  }
  mock_resource "aws_eks_cluster" {
    defaults = { vpc_config = { cluster_security_group_id = "sg-0" } }
  }
  mock_resource "aws_eks_node_group" {
    defaults = { resources = [{ autoscaling_groups = [{ name = "eks-hono" }] }] }
  }
}

variables {
  admin_cidrs = ["203.0.113.7/32"]
}

run "nodes_fit_and_simulators_are_apart" {
  assert {
    condition     = aws_eks_node_group.hono.instance_types == tolist(["c5a.large"]) && aws_eks_node_group.hono.scaling_config[0].desired_size == 5
    error_message = "Hono's nodes are not those that its requests fit."
  }
  assert {
    condition     = one(aws_eks_node_group.simulators.taint).effect == "NO_SCHEDULE" && one(aws_eks_node_group.simulators.taint).value == "simulators"
    error_message = "Hono's pods could land on the simulators' nodes."
  }
  assert {
    condition     = length(aws_eks_node_group.hono.taint) == 0
    error_message = "Hono's pods tolerate no taint."
  }
}

run "no_broker_is_public" {
  assert {
    condition     = aws_msk_cluster.this.broker_node_group_info[0].connectivity_info[0].public_access[0].type == "DISABLED"
    error_message = "The brokers are public."
  }
  assert {
    condition     = aws_msk_cluster.this.encryption_info[0].encryption_in_transit[0].client_broker == "TLS"
    error_message = "The brokers talk without TLS."
  }
  assert {
    condition     = aws_vpc_security_group_ingress_rule.kafka.cidr_ipv4 == null && aws_vpc_security_group_ingress_rule.kafka.from_port == 9094
    error_message = "Kafka is open to more than the cluster's nodes."
  }
  assert {
    condition     = toset(aws_msk_cluster.this.broker_node_group_info[0].client_subnets) == toset(aws_subnet.private[*].id)
    error_message = "The brokers are not in the private subnets."
  }
  assert {
    condition     = strcontains(aws_msk_configuration.this.server_properties, "min.insync.replicas=2") && strcontains(aws_msk_configuration.this.server_properties, "auto.create.topics.enable=false")
    error_message = "The topics' defaults are not the installation's."
  }
}

run "only_the_adapter_is_reachable" {
  assert {
    condition     = aws_lb.coap.internal
    error_message = "The adapter is public without being asked to."
  }
  assert {
    condition     = aws_lb_listener.coaps.port == 5684 && aws_lb_listener.coaps.protocol == "UDP"
    error_message = "The load balancer listens elsewhere than at CoAP over DTLS."
  }
  assert {
    condition     = [for rule in aws_vpc_security_group_ingress_rule.devices : rule.from_port] == [5684] && [for rule in aws_vpc_security_group_ingress_rule.devices : rule.cidr_ipv4] == ["10.20.0.0/16"]
    error_message = "More than the VPC's devices come in."
  }
  assert {
    condition     = aws_lb_target_group.coaps.health_check[0].protocol == "HTTP" && aws_lb_target_group.coaps.health_check[0].path == "/readiness"
    error_message = "A UDP target is healthy unasked."
  }
  assert {
    condition     = alltrue([for rule in aws_vpc_security_group_ingress_rule.from_load_balancer : rule.cidr_ipv4 == null])
    error_message = "The nodes' ports are open to more than the load balancer."
  }
}

run "the_control_plane_and_the_nodes_are_closed" {
  assert {
    condition     = aws_eks_cluster.this.vpc_config[0].public_access_cidrs == toset(["203.0.113.7/32"])
    error_message = "The Kubernetes API is open to more than its administrators."
  }
  assert {
    condition     = aws_launch_template.node.metadata_options[0].http_tokens == "required" && aws_launch_template.node.metadata_options[0].http_put_response_hop_limit == 1
    error_message = "A pod could take the node's credentials."
  }
  assert {
    condition     = aws_launch_template.node.block_device_mappings[0].ebs[0].encrypted == "true"
    error_message = "The nodes' disks are not encrypted."
  }
  assert {
    condition     = alltrue([for subnet in concat(aws_subnet.private, aws_subnet.public) : subnet.map_public_ip_on_launch != true])
    error_message = "A node would get a public address."
  }
}

run "the_cluster_costs_no_extended_support_and_network_policies_work" {
  assert {
    condition     = aws_eks_cluster.this.upgrade_policy[0].support_type == "STANDARD"
    error_message = "The cluster would slip into extended support, at six times the price."
  }
  assert {
    condition     = jsondecode(aws_eks_addon.network.configuration_values).enableNetworkPolicy == "true"
    error_message = "NetworkPolicies would keep nobody out."
  }
}

run "the_profile_and_the_values_point_here_and_hold_no_secret" {
  assert {
    condition     = yamldecode(output.profile).target.coap == "hono-load-coap.elb.eu-central-1.amazonaws.com:5684"
    error_message = "The profile does not lead to the load balancer."
  }
  assert {
    condition     = yamldecode(output.profile).target.kafka == yamldecode(output.hono_values).adapters.kafkaMessagingSpec.commonClientConfig["bootstrap.servers"]
    error_message = "Simulators and Hono use different brokers."
  }
  assert {
    condition     = yamldecode(output.profile).target.mongodb == "$${MONGODB_URI}" && yamldecode(output.profile).devices.psk.derivedFrom == "$${PSK_SECRET}"
    error_message = "A secret is in the profile."
  }
}

run "nothing_outlives_destroy" {
  assert {
    condition     = alltrue([for repository in aws_ecr_repository.tools : repository.force_delete])
    error_message = "Images would keep their repository from going."
  }
  assert {
    condition     = aws_launch_template.node.block_device_mappings[0].ebs[0].delete_on_termination == "true" && !coalesce(aws_lb.coap.enable_deletion_protection, false)
    error_message = "Disks or the load balancer would stay."
  }
  assert {
    condition     = output.registry == "123456789012.dkr.ecr.eu-central-1.amazonaws.com/hono-load"
    error_message = "The registry's address is not the images' folder."
  }
}

run "atlas_is_reached_by_its_peering" {
  # A plan, as what is applied here is destroyed here too, and that would call aws.
  command = plan
  variables {
    atlas = { peering_id = "pcx-0123456789abcdef0", cidr = "192.168.248.0/21" }
  }
  assert {
    condition     = aws_route.atlas[0].destination_cidr_block == "192.168.248.0/21" && aws_vpc_peering_connection_accepter.atlas[0].auto_accept
    error_message = "The way to Atlas is missing."
  }
  assert {
    condition     = length(terraform_data.atlas_peering) == 1 && terraform_data.atlas_peering[0].input.region == "eu-central-1"
    error_message = "The peering would outlive destroy and keep the VPC from going."
  }
}

run "a_public_adapter_opens_to_the_named_devices_only" {
  variables {
    coap_public = true
    coap_cidrs  = ["198.51.100.0/24"]
  }
  assert {
    condition     = !aws_lb.coap.internal && toset([for rule in aws_vpc_security_group_ingress_rule.devices : rule.cidr_ipv4]) == toset(["10.20.0.0/16", "198.51.100.0/24"])
    error_message = "A public adapter opens to others than the named."
  }
}

run "the_seeds_sizes" {
  command = plan
  variables {
    hono_nodes = { type = "c5a.large", count = 3 }
  }
  assert {
    condition     = aws_eks_node_group.hono.scaling_config[0].desired_size == 3 && aws_msk_cluster.this.broker_node_group_info[0].instance_type == "kafka.m5.large" && aws_msk_cluster.this.number_of_broker_nodes == 3
    error_message = "The published sizes are not planned as written."
  }
}

run "a_region_with_two_zones_has_brokers_in_both" {
  command = plan
  variables {
    kafka = { version = "3.8.x", type = "kafka.m5.large", brokers = 4, disk_gib = 100 }
  }
  override_data {
    target = data.aws_availability_zones.here
    values = { names = ["us-west-1a", "us-west-1c"] }
  }
  assert {
    condition     = length(aws_subnet.private) == 2 && length(aws_route_table_association.private) == 2 && length(aws_subnet.public) == 2
    error_message = "There are not as many subnets as zones."
  }
}

run "brokers_are_even_over_the_zones" {
  command = plan
  variables {
    kafka = { version = "3.8.x", type = "kafka.m5.large", brokers = 4, disk_gib = 100 }
  }
  expect_failures = [aws_msk_cluster.this]
}

run "every_partition_has_three_brokers" {
  command = plan
  variables {
    kafka = { version = "3.8.x", type = "kafka.m5.large", brokers = 2, disk_gib = 100 }
  }
  expect_failures = [var.kafka]
}

run "nobody_does_not_administer" {
  command = plan
  variables {
    admin_cidrs = []
  }
  expect_failures = [var.admin_cidrs]
}

run "the_whole_world_does_not_administer" {
  command = plan
  variables {
    admin_cidrs = ["0.0.0.0/0"]
  }
  expect_failures = [var.admin_cidrs]
}

run "the_whole_world_in_halves_does_not_administer" {
  command = plan
  variables {
    admin_cidrs = ["0.0.0.0/1", "128.0.0.0/1"]
  }
  expect_failures = [var.admin_cidrs]
}

run "a_hundredth_of_the_world_does_not_administer" {
  command = plan
  variables {
    admin_cidrs = ["203.0.113.7/32", "16.0.0.0/7"]
  }
  expect_failures = [var.admin_cidrs]
}

run "an_address_without_its_length_does_not_administer" {
  command = plan
  variables {
    admin_cidrs = ["203.0.113.7"]
  }
  expect_failures = [var.admin_cidrs]
}
