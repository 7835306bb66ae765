{{- define "fleetload.labels" -}}
app.kubernetes.io/name: fleetload
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "fleetload.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- .Values.serviceAccount.name | default .Release.Name -}}
{{- else -}}
{{- required "serviceAccount.name: name the service account that exists, or set serviceAccount.create" .Values.serviceAccount.name -}}
{{- end -}}
{{- end }}

{{- define "fleetload.claim" -}}
{{- .Values.results.claim | default (printf "%s-results" .Release.Name) -}}
{{- end }}

{{/* The image of a tool, out of the lines of `images`. */}}
{{- define "fleetload.image" -}}
{{- $found := "" -}}
{{- range splitList "\n" .images -}}
{{- if regexMatch (printf "/%s@sha256:[0-9a-f]{64}$" $.tool) (trim .) -}}
{{- $found = trim . -}}
{{- end -}}
{{- end -}}
{{- required (printf "images: add the line REGISTRY/%s@sha256:DIGEST, as crane push prints it, to the file of --set-file images=FILE" .tool) $found -}}
{{- end }}
