// Package api holds no code, only the tests that look at the module as a
// whole:
//
//   - rooms_test.go: a package imports only the packages above it, and an
//     outside module only where the table of modules allows it;
//   - foreign_test.go: no exported signature names a type of another module;
//   - api_test.go: the exported API is the one in testdata/api.txt;
//   - matrix_test.go: the README's interop table is the one of the matrix;
//   - hosts_test.go: no tracked file names the host of a package registry.
package api
