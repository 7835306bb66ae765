// SPDX-License-Identifier: EPL-2.0
package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

// Writes an authority, the API server's certificate and the key of the service accounts.
func writeKeys(folder string) error {
	authorityKey, err := newKey(filepath.Join(folder, "ca.key"))
	if err != nil {
		return err
	}
	authority := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "tests"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(48 * time.Hour), KeyUsage: x509.KeyUsageCertSign,
	}
	if err := writeCertificate(filepath.Join(folder, "ca.crt"), authority, authority, authorityKey, authorityKey); err != nil {
		return err
	}
	key, err := newKey(filepath.Join(folder, "api.key"))
	if err != nil {
		return err
	}
	server := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "kube-apiserver"},
		NotBefore: authority.NotBefore, NotAfter: authority.NotAfter,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		IPAddresses: []net.IP{net.ParseIP("127.0.0.1"), net.ParseIP(hostAddress)},
		DNSNames:    []string{"kubernetes.default.svc", "localhost"},
	}
	if err := writeCertificate(filepath.Join(folder, "api.crt"), server, authority, key, authorityKey); err != nil {
		return err
	}
	_, err = newKey(filepath.Join(folder, "accounts.key"))
	return err
}

func newKey(file string) (*ecdsa.PrivateKey, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	encoded, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		return nil, err
	}
	return key, os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: encoded}), 0o600)
}

func writeCertificate(file string, of, by *x509.Certificate, key, authority *ecdsa.PrivateKey) error {
	encoded, err := x509.CreateCertificate(rand.Reader, of, by, &key.PublicKey, authority)
	if err != nil {
		return err
	}
	return os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: encoded}), 0o644)
}

// The certificate of the agent's own server; the API server does not check it.
func agentCertificate(folder string) (tls.Certificate, error) {
	return tls.LoadX509KeyPair(filepath.Join(folder, "api.crt"), filepath.Join(folder, "api.key"))
}
