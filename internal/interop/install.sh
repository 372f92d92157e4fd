#!/usr/bin/env bash
# Installs one peer, `install.sh js` say, and prints the command that runs its
# scripts. A peer is named like its folder. It does nothing when that was done
# before: what it installed is kept until the list of packages changes.
#
# JavaScript packages go to node_modules in the folder, since node looks for them
# beside the scripts. All else goes to the user's cache folder: a virtual
# environment, Java's libraries, Rust's program.
set -euo pipefail
exec </dev/null
cd "$(dirname "$0")"

missing() {
	echo "no $1 in PATH" >&2
	exit 1
}

sum() { # of what its input says, short enough for a name
	if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi | cut -c 1-16
}

# cached says where something is kept that depends on what its input says.
cached() {
	echo "${XDG_CACHE_HOME:-${HOME:-${TMPDIR:-/tmp}}/.cache}/agentcard-interop/$1-$(sum)"
}

install_js() {
	command -v node >/dev/null || missing node
	local stamp want
	cd "$1"
	stamp=node_modules/.installed
	want=$({ node --version && cat package.json package-lock.json; } | sum)
	if [ "$(cat "$stamp" 2>/dev/null || true)" != "$want" ]; then
		command -v npm >/dev/null || missing npm
		npm ci --ignore-scripts --no-audit --no-fund >&2
		echo "$want" >"$stamp"
	fi
	command -v node
}

install_py() {
	command -v python3 >/dev/null || missing python3
	local venv
	venv=$({ command -v python3 && python3 --version && cat "$1/requirements.txt"; } | cached "$1")
	if [ ! -e "$venv/.installed" ]; then
		rm -rf "$venv"
		mkdir -p "$(dirname "$venv")"
		python3 -m venv "$venv" >&2
		"$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r "$1/requirements.txt" >&2
		touch "$venv/.installed"
	fi
	echo "$venv/bin/python"
}

install_java() { # what is printed runs one source file
	command -v java >/dev/null || missing java
	local dir version
	version=$(java -XshowSettings:properties -version 2>&1 | sed -n 's/.*java.specification.version = //p')
	[[ ${version%%.*} -ge 17 ]] || missing "java from 17 on"
	dir=$({ command -v java && java -version 2>&1 && cat "$1/pom.xml"; } | cached "$1")
	if [ ! -x "$dir/run" ]; then
		command -v mvn >/dev/null || missing mvn
		rm -rf "$dir"
		mkdir -p "$dir"
		mvn -B -q -f "$1/pom.xml" org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory="$dir/lib" >&2
		printf '#!/bin/sh\nexec java -XX:TieredStopAtLevel=1 -cp "%s/lib/*" "$@"\n' "$dir" >"$dir/run.new"
		chmod +x "$dir/run.new"
		mv "$dir/run.new" "$dir/run"
	fi
	echo "$dir/run"
}

install_rust() { # what is printed is the script itself, built
	command -v cargo >/dev/null || missing cargo
	local dir
	dir=$({ cargo --version && cat rust/Cargo.toml rust/read.rs; } | cached rust)
	if [ ! -x "$dir/read" ]; then
		rm -rf "$dir"
		mkdir -p "$dir"
		cp rust/Cargo.toml rust/read.rs "$dir"
		cargo build --quiet --manifest-path "$dir/Cargo.toml" --target-dir "$dir/target" >&2
		cp "$dir/target/debug/read" "$dir/read.new"
		rm -rf "$dir/target"
		mv "$dir/read.new" "$dir/read"
	fi
	echo "$dir/read"
}

case "${1-}" in
js | js03) install_js "$1" ;;
py | py03) install_py "$1" ;;
java | java03) install_java "$1" ;;
rust) install_rust ;;
*)
	echo "usage: install.sh js|js03|py|py03|java|java03|rust" >&2
	exit 2
	;;
esac
