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
    condition     = length(var.admin_cidrs) > 0 && !contains(var.admin_cidrs, "0.0.0.0/0")
    error_message = "admin_cidrs: name the addresses that administer the cluster, not 0.0.0.0/0."
  }
}

variable "kubernetes_version" {
  type    = string
  default = "1.33"
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
  description = "MSK's brokers, one or more per zone of three."
  type        = object({ version = string, type = string, brokers = number, disk_gib = number })
  validation {
    condition     = var.kafka.brokers % 3 == 0
    error_message = "kafka.brokers: found ${var.kafka.brokers}, expected a multiple of 3, one per zone."
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

variable "load" {
  description = "What the simulators' profile asks for: devices, messages a second of each flow, length."
  type        = object({ devices = number, rate = number, measure = string })
  default     = { devices = 2500, rate = 300, measure = "15m" }
}
