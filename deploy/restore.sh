#!/bin/sh
# Restores a backup of deploy/backup.sh: `sh deploy/restore.sh FOLDER` with the DATABASE_URL of an empty database and the DATA_DIR of an
# empty or absent folder. No process of the console may run on either. All or nothing: what is not empty is left unchanged, and a failed
# restore leaves both empty. Needs psql and pg_restore of the server's version or newer.
set -eu
umask 027
folder=${1:?'the folder created by deploy/backup.sh'}
if [ -n "$(ls -A "${DATA_DIR:?}" 2>/dev/null)" ]; then
  echo "$DATA_DIR is not empty: move it away first." >&2
  exit 1
fi
# Tables of extensions do not count: they are created with the extension, in every new database of some installations.
count="select count(*) from pg_class t where relkind in ('r', 'p')
  and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
  and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = t.oid and deptype = 'e')"
tables=$(psql --no-psqlrc --tuples-only --no-align --command="$count" "${DATABASE_URL:?}")
if [ "$tables" != 0 ]; then
  echo "The database of DATABASE_URL is not empty: create an empty one." >&2
  exit 1
fi
mkdir -p "$DATA_DIR"
trap 'find "$DATA_DIR" -mindepth 1 -delete' EXIT
trap 'exit 1' HUP INT TERM
# The files first: removing them again is easy.
tar --extract --gzip --preserve-permissions --file="$folder/data.tar.gz" --directory="$DATA_DIR"
# From here on a signal to this shell alone changes nothing, because pg_restore would still commit. It does end pg_restore itself.
trap : HUP INT TERM
pg_restore --exit-on-error --single-transaction --no-owner --no-privileges --dbname="$DATABASE_URL" "$folder/database.dump"
trap - EXIT
echo "Restored from $folder"
