#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The tests that speak SQL, on Debian's PostgreSQL 15 and the Node that is recommended.
set -euo pipefail
. scripts/ci/three-tries.sh

NODE=24.21.0
debian_postgres=/usr/lib/postgresql/15/bin

# A cluster of its own, whose owner may make roles and databases and is no superuser: the least that is documented.
folder=$(mktemp -d)
chmod 755 "$folder"
stop() {
  as_postgres "$debian_postgres/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true
  rm -rf "$folder"
}
as_postgres() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
trap stop EXIT
chown postgres "$folder"
port=$(node -e 'const s=require("net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})')
as_postgres "$debian_postgres/initdb" -D "$folder/data" --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync >/dev/null
# The services that the files of a worker share keep some 60 connections for each worker.
options="-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$folder -c fsync=off -c max_connections=800"
as_postgres "$debian_postgres/pg_ctl" -D "$folder/data" -w -l "$folder/log" -o "$options" start >/dev/null
psql -q -h 127.0.0.1 -p "$port" -U postgres -c 'CREATE ROLE svc_owner LOGIN CREATEDB CREATEROLE'

export DATABASE_URL="postgres://svc_owner@127.0.0.1:$port/postgres"
export SVC_TEST_SUPERUSER_URL="postgres://postgres@127.0.0.1:$port/postgres"
# The registry has Node as a package. Without an answer from there, the Node that is here goes on.
package="node-linux-$(node -p process.arch)"
if three_tries "The npm registry $(npm config get registry)" \
  npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$folder/node" "$package@$NODE"; then
  export PATH="$folder/node/node_modules/$package/bin:$PATH"
fi
echo "> PostgreSQL $(psql -tA -h 127.0.0.1 -p "$port" -U postgres -c 'SHOW server_version'), Node $(node -v)"
npm run test:database
