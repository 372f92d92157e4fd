module github.com/hs9147/agentcard/examples/familyagent/store

go 1.26.0

replace github.com/hs9147/agentcard => ../../..

require (
	github.com/hs9147/agentcard v0.0.0-00010101000000-000000000000
	go.etcd.io/bbolt v1.5.0
)

require (
	github.com/go-json-experiment/json v1.27.2 // indirect
	golang.org/x/sys v0.50.0 // indirect
)
