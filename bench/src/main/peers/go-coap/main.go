// SPDX-License-Identifier: EPL-2.0

// Many devices as a user of go-coap writes them: a connection and a goroutine for each. It takes a
// command a line from its standard input, as `loadtest bench peers` sends them, answers each with
// how many requests were confirmed and how many failed, and ends when its standard input does.
package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"log"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	piondtls "github.com/pion/dtls/v3"
	"github.com/plgd-dev/go-coap/v3/dtls"
	"github.com/plgd-dev/go-coap/v3/message"
	"github.com/plgd-dev/go-coap/v3/message/codes"
	"github.com/plgd-dev/go-coap/v3/options"
	"github.com/plgd-dev/go-coap/v3/udp/client"
)

const (
	path        = "/telemetry"
	tenant      = "bench"
	longestWait = 120 * time.Second
)

type fleet struct {
	server  string
	secret  []byte
	payload []byte
	begun   int
	mutex   sync.Mutex
	devices []*client.Conn
}

// What came of a command.
type deeds struct {
	ok, failed atomic.Int64
}

func (d *deeds) add(ok bool) {
	if ok {
		d.ok.Add(1)
	} else {
		d.failed.Add(1)
	}
}

func main() {
	if len(os.Args) != 4 {
		log.Fatal("usage: go-coap HOST:PORT SECRET BYTES")
	}
	size, err := strconv.Atoi(os.Args[3])
	if err != nil || size < 0 {
		log.Fatalf("%q is no number of bytes", os.Args[3])
	}
	all := &fleet{server: os.Args[1], secret: []byte(os.Args[2]), payload: make([]byte, size)}
	commands := bufio.NewScanner(os.Stdin)
	for commands.Scan() {
		done, err := all.run(strings.Fields(commands.Text()))
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(done.ok.Load(), done.failed.Load())
	}
}

func (f *fleet) run(command []string) (*deeds, error) {
	figures := make([]float64, 2)
	for i := 1; i < len(command) && i <= len(figures); i++ {
		figure, err := strconv.ParseFloat(command[i], 64)
		if err != nil {
			return nil, err
		}
		figures[i-1] = figure
	}
	switch {
	case len(command) == 3 && command[0] == "connect":
		return f.connect(int(figures[0]), figures[1], f.keep), nil
	case len(command) == 3 && command[0] == "handshakes":
		return f.connect(int(figures[0]), figures[1], closeNow), nil
	case len(command) == 2 && command[0] == "send":
		return f.send(time.Duration(figures[0] * float64(time.Second))), nil
	case len(command) == 1 && command[0] == "disconnect":
		f.disconnect()
	case len(command) == 1 && command[0] == "collect":
		debug.FreeOSMemory()
	default:
		return nil, fmt.Errorf("no command %q", command)
	}
	return new(deeds), nil
}

// Connects devices, so many a second, each of which sends one message and is then handed on.
func (f *fleet) connect(count int, perSecond float64, then func(*client.Conn)) *deeds {
	done := new(deeds)
	whole := time.Duration(float64(count) / perSecond * float64(time.Second))
	ctx, cancel := context.WithTimeout(context.Background(), whole+longestWait)
	defer cancel()
	var ended sync.WaitGroup
	begun := time.Now()
	for i := 0; i < count; i++ {
		due := time.Duration(float64(i) / perSecond * float64(time.Second))
		time.Sleep(due - time.Since(begun))
		f.begun++
		name := fmt.Sprintf("go-coap-%d", f.begun)
		ended.Add(1)
		go func() {
			defer ended.Done()
			device, err := f.dial(name)
			if err != nil {
				log.Printf("%s: %v", name, err)
				done.add(false)
				return
			}
			done.add(f.post(ctx, device))
			then(device)
		}()
	}
	ended.Wait()
	return done
}

func (f *fleet) dial(name string) (*client.Conn, error) {
	mac := hmac.New(sha256.New, f.secret)
	mac.Write([]byte(name))
	key := mac.Sum(nil)
	return dtls.Dial(f.server,
		dtls.NewDTLSClientOptions(
			piondtls.WithPSK(func([]byte) ([]byte, error) { return key, nil }),
			piondtls.WithPSKIdentityHint([]byte(name+"@"+tenant)),
			piondtls.WithCipherSuites(piondtls.TLS_PSK_WITH_AES_128_CCM_8)),
		// By default they go to the standard output, which is for answers.
		options.WithErrors(func(err error) { log.Print(err) }))
}

func (f *fleet) post(ctx context.Context, device *client.Conn) bool {
	answer, err := device.Post(ctx, path, message.AppOctets, bytes.NewReader(f.payload))
	if err != nil {
		log.Print(err)
		return false
	}
	defer device.ReleaseMessage(answer)
	return answer.Code() == codes.Changed
}

func (f *fleet) keep(device *client.Conn) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.devices = append(f.devices, device)
}

func closeNow(device *client.Conn) {
	if err := device.Close(); err != nil {
		log.Print(err)
	}
}

// Every device sends its next message as soon as it has the answer to the one before.
func (f *fleet) send(length time.Duration) *deeds {
	done := new(deeds)
	ctx, cancel := context.WithTimeout(context.Background(), length+longestWait)
	defer cancel()
	end := time.Now().Add(length)
	var ended sync.WaitGroup
	for _, device := range f.devices {
		ended.Add(1)
		go func() {
			defer ended.Done()
			for time.Now().Before(end) {
				done.add(f.post(ctx, device))
			}
		}()
	}
	ended.Wait()
	return done
}

func (f *fleet) disconnect() {
	for _, device := range f.devices {
		closeNow(device)
	}
	f.devices = nil
}
