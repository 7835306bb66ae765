{{/* One load test: the spec of the Job. */}}
{{- define "fleetload.job" -}}
{{- $job := .Values.job -}}
# A second pod would be a second load test.
backoffLimit: 0
podFailurePolicy:
  rules:
    # The Job's condition then has the exit code in its message.
    - action: FailJob
      onExitCodes: { containerName: loadtest, operator: NotIn, values: [0] }
    - action: FailJob
      onPodConditions:
        - { type: DisruptionTarget }
{{- with $job.deadlineSeconds }}
activeDeadlineSeconds: {{ int . }}
{{- end }}
{{- if not (kindIs "invalid" $job.ttlSeconds) }}
ttlSecondsAfterFinished: {{ int $job.ttlSeconds }}
{{- end }}
template:
  metadata:
    labels:
      {{- $labels := dict "app" "loadtest" }}
      {{- toYaml (merge $labels (include "fleetload.labels" . | fromYaml) $job.podLabels) | nindent 6 }}
    annotations:
      {{- $kept := dict "sidecar.istio.io/inject" "false" "linkerd.io/inject" "disabled" }}
      {{- $_ := set $kept "cluster-autoscaler.kubernetes.io/safe-to-evict" "false" }}
      {{- $_ := set $kept "karpenter.sh/do-not-disrupt" "true" }}
      {{- toYaml (merge (deepCopy $job.podAnnotations) $kept) | nindent 6 }}
  spec:
    restartPolicy: Never
    serviceAccountName: {{ include "fleetload.serviceAccount" . }}
    automountServiceAccountToken: true
    terminationGracePeriodSeconds: {{ int $job.graceSeconds }}
    {{- range $key := list "imagePullSecrets" "nodeSelector" "tolerations" "affinity" "topologySpreadConstraints" "priorityClassName" }}
    {{- with index $job $key }}
    {{ $key }}:
      {{- toYaml . | nindent 6 }}
    {{- end }}
    {{- end }}
    securityContext:
      runAsNonRoot: true
      runAsUser: 10001
      runAsGroup: 10001
      fsGroup: 10001
      fsGroupChangePolicy: OnRootMismatch
      seccompProfile: { type: RuntimeDefault }
    containers:
      - name: loadtest
        image: {{ $job.image | default (include "fleetload.image" (dict "tool" "loadtest" "images" .Values.images)) }}
        imagePullPolicy: {{ $job.imagePullPolicy }}
        args:
          {{- include "fleetload.arguments" . | nindent 10 }}
        env:
          - name: JOB_NAME
            valueFrom: { fieldRef: { fieldPath: "metadata.labels['batch.kubernetes.io/job-name']" } }
          {{- with $job.env }}
          {{- toYaml . | nindent 10 }}
          {{- end }}
        {{- with $job.envFrom }}
        envFrom:
          {{- toYaml . | nindent 10 }}
        {{- end }}
        # The last lines of the log are in the status of the pod.
        terminationMessagePolicy: FallbackToLogsOnError
        resources:
          {{- toYaml $job.resources | nindent 10 }}
        securityContext:
          allowPrivilegeEscalation: false
          readOnlyRootFilesystem: true
          capabilities: { drop: [ALL] }
        volumeMounts:
          - { name: files, mountPath: /files, readOnly: true }
          - { name: results, mountPath: /results }
          - { name: tmp, mountPath: /tmp }
          {{- with $job.volumeMounts }}
          {{- toYaml . | nindent 10 }}
          {{- end }}
    volumes:
      - name: files
        configMap: { name: {{ .Release.Name }} }
      - name: results
        {{- if or .Values.results.claim .Values.results.create }}
        persistentVolumeClaim: { claimName: {{ include "fleetload.claim" . }} }
        {{- else }}
        emptyDir: {}
        {{- end }}
      - name: tmp
        emptyDir: {}
      {{- with $job.volumes }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
{{- end }}

{{/* The command line. Kubernetes replaces $(NAME) by the variable of the container, and $$ by $. */}}
{{- define "fleetload.arguments" -}}
{{- $values := .Values -}}
- cluster
- {{ $values.command }}
- /files/profile.yaml
- --images=/files/images.txt
- --shards={{ int $values.shards }}
- --backends={{ int $values.backends }}
{{- if $values.pods }}
- --pods=/files/pods.yaml
{{- end }}
{{- if $values.wait }}
- --wait={{ $values.wait }}
{{- end }}
{{- if $values.autoscaled }}
- --autoscaled
{{- end }}
{{- if $values.newRegistry }}
- --new-registry
{{- end }}
{{- range $key, $value := $values.labels }}
- {{ printf "--label=%s=%s" $key (toString $value | replace "$" "$$") | quote }}
{{- end }}
{{- range $key, $value := $values.set }}
- {{ printf "--set=%s=%s" $key (toString $value | replace "$" "$$") | quote }}
{{- end }}
- --namespace={{ .Release.Namespace }}
- --out=/results/$(JOB_NAME)
{{- range $values.arguments }}
- {{ . | quote }}
{{- end }}
{{- end }}
