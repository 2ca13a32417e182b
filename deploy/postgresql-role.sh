#!/bin/sh
# Creates the role of the running console, besides the owner of the tables. On a volume of an earlier version, run it once by hand:
# docker compose exec postgresql sh /docker-entrypoint-initdb.d/role.sh
set -eu
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" --set=password="${CONSOLE_PASSWORD:?}" <<'SQL'
create role console_app login password :'password';
SQL
