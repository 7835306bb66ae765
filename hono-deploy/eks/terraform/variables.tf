variable "name" {
  description = "Of the cluster and, in front, of everything that belongs to it."
  type        = string
  default     = "hono-load"
}

variable "region" {
  type    = string
  default = "eu-central-1"
}

variable "vpc_cidr" {
  description = "Must not overlap Atlas's."
  type        = string
  default     = "10.20.0.0/16"
}

variable "admin_cidrs" {
  description = "Addresses that may reach the Kubernetes API, such as [\"203.0.113.7/32\"]."
  type        = list(string)
  validation {
    condition     = length(var.admin_cidrs) > 0
    error_message = "admin_cidrs: is empty, expected the addresses that administer the cluster, such as [\"203.0.113.7/32\"]."
  }
  validation {
    condition     = alltrue([for cidr in var.admin_cidrs : can(cidrhost(cidr, 0)) && !strcontains(cidr, ":")])
    error_message = "admin_cidrs: found ${jsonencode(var.admin_cidrs)}, expected networks of IPv4, such as \"203.0.113.7/32\"."
  }
  validation {
    condition     = alltrue([for cidr in var.admin_cidrs : try(tonumber(split("/", cidr)[1]), 32) >= 8])
    error_message = "admin_cidrs: found ${jsonencode(var.admin_cidrs)}, expected /8 or narrower: half of the internet does not administer a cluster."
  }
}

variable "kubernetes_version" {
  description = "One in EKS's standard support. 1.36 is until the middle of 2027."
  type        = string
  default     = "1.36"
}

variable "hono_nodes" {
  description = "Nodes for Hono; sizes.auto.tfvars.json fits its requests, seed.tfvars.json is the published test's."
  type        = object({ type = string, count = number })
}

variable "simulator_nodes" {
  description = "Nodes for the simulators, apart from Hono's so that neither takes the other's CPU."
  type        = object({ type = string, count = number })
}

variable "kafka" {
  description = "MSK's brokers, as many in each zone: a multiple of 3, or of 2 in a region with two zones."
  type        = object({ version = string, type = string, brokers = number, disk_gib = number })
  validation {
    condition     = var.kafka.brokers >= 3
    error_message = "kafka.brokers: found ${var.kafka.brokers}, expected 3 or more, as every partition has three replicas."
  }
}

variable "coap_public" {
  description = "Whether devices outside the VPC reach the adapter, from coap_cidrs."
  type        = bool
  default     = false
}

variable "coap_cidrs" {
  description = "Addresses of devices outside the VPC; read where coap_public."
  type        = list(string)
  default     = []
}

variable "atlas" {
  description = "The peering that Atlas asked for (pcx-...) and its network; null without Atlas."
  type        = object({ peering_id = string, cidr = string })
  default     = null
}
