// Package schema holds the manifest for Kubernetes against Kubernetes' own types.
// It is a module of its own, so that the project does not depend on them.
package schema

import (
	"os"
	"testing"

	batch "k8s.io/api/batch/v1"
	"sigs.k8s.io/yaml"
)

// A key that a Job does not have, or a value of another type, is an error.
func TestKubernetesManifest(t *testing.T) {
	text, err := os.ReadFile("../kubernetes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var job batch.Job
	if err := yaml.UnmarshalStrict(text, &job); err != nil {
		t.Fatal(err)
	}
	s := job.Spec
	if job.APIVersion != "batch/v1" || job.Kind != "Job" || s.CompletionMode == nil || *s.CompletionMode != batch.IndexedCompletion {
		t.Errorf("%s %s is no Indexed Job", job.APIVersion, job.Kind)
	}
	if s.Completions == nil || *s.Completions != 8 || s.Template.Spec.RestartPolicy != "Never" || len(s.Template.Spec.Containers) != 1 {
		t.Errorf("%+v", s)
	}
	if s.BackoffLimitPerIndex == nil || s.MaxFailedIndexes == nil || *s.MaxFailedIndexes > *s.Completions {
		t.Error("one share that fails would end the others")
	}
	claimed := map[string]bool{}
	for _, v := range s.Template.Spec.Volumes {
		claimed[v.Name] = v.PersistentVolumeClaim != nil
	}
	for _, m := range s.Template.Spec.Containers[0].VolumeMounts {
		if !claimed[m.Name] {
			t.Errorf("there is no volume %s", m.Name)
		}
	}
}
