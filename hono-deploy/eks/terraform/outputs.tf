output "kubeconfig" {
  description = "Run it to point kubectl at the cluster."
  value       = "aws eks update-kubeconfig --region ${var.region} --name ${aws_eks_cluster.this.name}"
}

output "hono_values" {
  description = "What of the chart's values is this site's: terraform output -raw hono_values > site.yaml"
  value = yamlencode({
    adapters = {
      kafkaMessagingSpec = {
        commonClientConfig = { "bootstrap.servers" = aws_msk_cluster.this.bootstrap_brokers_tls }
      }
    }
  })
}

output "profile" {
  description = "The simulators' profile: terraform output -raw profile > profile.yaml"
  value = templatefile("${path.module}/profile.yaml.tftpl", {
    name  = var.name
    coap  = "${aws_lb.coap.dns_name}:5684"
    kafka = aws_msk_cluster.this.bootstrap_brokers_tls
  })
}

output "vpc" {
  description = "What Atlas asks for for a peering."
  value = {
    id      = aws_vpc.this.id
    cidr    = aws_vpc.this.cidr_block
    account = aws_vpc.this.owner_id
    region  = var.region
  }
}

output "registry" {
  description = "Where the simulators' images go."
  value       = trimsuffix(aws_ecr_repository.tools["provisioning"].repository_url, "/provisioning")
}
