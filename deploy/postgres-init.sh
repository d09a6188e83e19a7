#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs once, when the container of PostgreSQL makes its cluster: a database, and a role that owns it and is no superuser.
set -eu
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname=postgres \
  --set=password="$(cat /run/secrets/svc_owner_password)" <<'SQL'
CREATE ROLE svc_owner LOGIN CREATEROLE PASSWORD :'password';
CREATE DATABASE svc OWNER svc_owner;
SQL
