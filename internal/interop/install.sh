#!/usr/bin/env bash
# Installs one peer, `install.sh js` or `install.sh py`, and prints the command
# that runs its scripts. It does nothing when that was done before: what it
# installed is kept until the list of packages changes.
#
# JavaScript packages go to js/node_modules, since node looks for them beside
# the scripts. The virtual environment goes to the user's cache folder.
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
	cd js
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
	venv=$cache/py-$({ command -v python3 && python3 --version && cat py/requirements.txt; } | sum)
	if [ ! -e "$venv/.installed" ]; then
		rm -rf "$venv"
		mkdir -p "$cache"
		python3 -m venv "$venv" >&2
		"$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r py/requirements.txt >&2
		touch "$venv/.installed"
	fi
	echo "$venv/bin/python"
}

case "${1-}" in
js) install_js ;;
py) install_py ;;
*)
	echo "usage: install.sh js|py" >&2
	exit 2
	;;
esac
