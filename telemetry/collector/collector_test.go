package collector

import (
	"bytes"
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/open-telemetry/opentelemetry-collector-contrib/exporter/fileexporter"
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/confmap"
	"go.opentelemetry.io/collector/confmap/provider/fileprovider"
	"go.opentelemetry.io/collector/exporter"
	"go.opentelemetry.io/collector/otelcol"
	"go.opentelemetry.io/collector/receiver"
	"go.opentelemetry.io/collector/receiver/otlpreceiver"
	"go.opentelemetry.io/collector/service/telemetry/otelconftelemetry"
)

// asCollector makes the test binary behave as a collector.
const asCollector = "COLLECTOR_TEST_MAIN"

func TestMain(m *testing.M) {
	if os.Getenv(asCollector) == "" {
		os.Exit(m.Run())
	}
	receivers, exporters := otlpreceiver.NewFactory(), fileexporter.NewFactory()
	command := otelcol.NewCommand(otelcol.CollectorSettings{
		BuildInfo: component.BuildInfo{Command: "collector", Version: "test"},
		Factories: func() (otelcol.Factories, error) {
			return otelcol.Factories{
				Telemetry: otelconftelemetry.NewFactory(),
				Receivers: map[component.Type]receiver.Factory{receivers.Type(): receivers},
				Exporters: map[component.Type]exporter.Factory{exporters.Type(): exporters},
			}, nil
		},
		ConfigProviderSettings: otelcol.ConfigProviderSettings{ResolverSettings: confmap.ResolverSettings{
			ProviderFactories: []confmap.ProviderFactory{fileprovider.NewFactory()}, DefaultScheme: "file",
		}},
	})
	if err := command.Execute(); err != nil {
		os.Exit(1)
	}
}

// A collector is a process that writes what it gets into a file.
type collector struct {
	t       *testing.T
	address string
	file    string
	command *exec.Cmd
	said    bytes.Buffer
}

// start starts a collector that takes OTLP over HTTP.
func start(t *testing.T) *collector {
	t.Helper()
	folder := t.TempDir()
	c := &collector{t: t, address: freeAddress(t), file: filepath.Join(folder, "received.json")}
	configuration := strings.NewReplacer("ADDRESS", c.address, "FILE", c.file).Replace(`
receivers:
  otlp:
    protocols:
      http:
        endpoint: ADDRESS
exporters:
  file:
    path: FILE
service:
  telemetry:
    metrics:
      level: none
  pipelines:
    traces: {receivers: [otlp], exporters: [file]}
    metrics: {receivers: [otlp], exporters: [file]}
`)
	settings := filepath.Join(folder, "collector.yaml")
	if err := os.WriteFile(settings, []byte(configuration), 0o600); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c.command = exec.CommandContext(context.Background(), self, "--config", "file:"+settings)
	c.command.Env = append(os.Environ(), asCollector+"=1")
	c.command.Stderr = &c.said
	if err := c.command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.command.Process.Kill() })
	for range 1000 {
		if connection, err := net.Dial("tcp", c.address); err == nil {
			_ = connection.Close()
			return c
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("the collector does not listen: %s", &c.said)
	return nil
}

// stop lets the collector end by itself, and returns what it has written: a line of JSON for
// each request.
func (c *collector) stop() []byte {
	c.t.Helper()
	if err := c.command.Process.Signal(syscall.SIGTERM); err != nil {
		c.t.Fatal(err)
	}
	if err := c.command.Wait(); err != nil {
		c.t.Fatalf("%v: %s", err, &c.said)
	}
	received, err := os.ReadFile(c.file)
	if err != nil {
		c.t.Fatal(err)
	}
	return received
}

func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}
