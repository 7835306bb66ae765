# The simulators' images. They go with everything else.
resource "aws_ecr_repository" "tools" {
  for_each     = toset(["provisioning", "backend-simulator", "device-simulator"])
  name         = "${var.name}/${each.key}"
  force_delete = true

  image_scanning_configuration {
    scan_on_push = true
  }
}
