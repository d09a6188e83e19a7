#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Packages of npm and of Debian: PostgreSQL 15, programs that some tests call, and a browser.
set -euo pipefail
. scripts/ci/three-tries.sh

# The second verifier of audit exports and the guide "Only HTTP" need python3, openssl and curl; nginx reads its example.
packages=()
[ -x /usr/lib/postgresql/15/bin/initdb ] || packages+=(postgresql-15)
for program in python3 openssl curl; do
  command -v "$program" >/dev/null || packages+=("$program")
done
# Python clients of MCP get an environment of their own.
python3 -c 'import ensurepip, venv' 2>/dev/null || packages+=(python3-venv)
command -v nginx >/dev/null || packages+=(nginx-light)
# Proxies read their examples. The rest makes a cluster that fails over. The administrator's programs are in /usr/sbin.
for need in haproxy:haproxy caddy:caddy patroni:patroni etcd:etcd-server pgbouncer:pgbouncer; do
  PATH="$PATH:/usr/sbin" command -v "${need%:*}" >/dev/null || packages+=("${need#*:}")
done

debian='The package index of Debian'
apt_get() { DEBIAN_FRONTEND=noninteractive apt-get -qq "$@"; }
if [ "${#packages[@]}" -gt 0 ] || [ ! -x /usr/bin/chromium-headless-shell ]; then
  three_tries "$debian" apt_get update
fi
if [ "${#packages[@]}" -gt 0 ]; then
  three_tries "$debian" apt_get install -y "${packages[@]}"
fi
# The browser without windows takes a quarter less of the processor; without it the tests take what they find.
if [ ! -x /usr/bin/chromium-headless-shell ]; then
  apt_get install -y chromium-headless-shell || echo 'There is no chromium-headless-shell here.'
fi

three_tries "The npm registry $(npm config get registry)" npm ci
