#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes the secrets of compose.yaml in deploy/secrets, once: it never replaces one.
set -eu
folder=$(dirname "$0")/secrets
mkdir -p "$folder"
chmod 700 "$folder"
umask 077
# The account of the container reads its secrets by these files, so other accounts need the right to read them. The
# folder keeps everybody else on the host out.
make() {
  [ -e "$folder/$1" ] || { printf '%s' "$2" >"$folder/$1" && chmod 644 "$folder/$1"; }
}
make postgres_password "$(openssl rand -hex 24)"
make svc_owner_password "$(openssl rand -hex 24)"
make database_url "postgres://svc_owner:$(cat "$folder/svc_owner_password")@postgres:5432/svc"
make svc_encryption_key "$(openssl rand -base64 32)"
