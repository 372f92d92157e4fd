#!/usr/bin/env bash
# Installs one peer, `install.sh js` say, and prints the command that runs its
# scripts. A peer is named like its folder. It does nothing when that was done
# before: what it installed is kept until the list of packages changes.
#
# JavaScript packages go to node_modules in the folder, since node looks for them
# beside the scripts. A virtual environment goes to the user's cache folder.
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
	local cache venv
	cache=${XDG_CACHE_HOME:-${HOME:-${TMPDIR:-/tmp}}/.cache}/agentcard-interop
	venv=$cache/$1-$({ command -v python3 && python3 --version && cat "$1/requirements.txt"; } | sum)
	if [ ! -e "$venv/.installed" ]; then
		rm -rf "$venv"
		mkdir -p "$cache"
		python3 -m venv "$venv" >&2
		"$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r "$1/requirements.txt" >&2
		touch "$venv/.installed"
	fi
	echo "$venv/bin/python"
}

case "${1-}" in
js | js03) install_js "$1" ;;
py | py03) install_py "$1" ;;
*)
	echo "usage: install.sh js|js03|py|py03" >&2
	exit 2
	;;
esac
