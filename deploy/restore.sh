#!/bin/sh
# Restores a backup of deploy/backup.sh: `sh deploy/restore.sh FOLDER` with the DATABASE_URL of an empty database and the DATA_DIR of an
# empty or absent folder. No process of the console may run on either. All or nothing: a database that is not empty is left unchanged.
set -eu
umask 027
folder=${1:?'the folder created by deploy/backup.sh'}
if [ -n "$(ls -A "${DATA_DIR:?}" 2>/dev/null)" ]; then
  echo "$DATA_DIR is not empty: move it away first." >&2
  exit 1
fi
pg_restore --exit-on-error --single-transaction --no-owner --no-privileges --dbname="${DATABASE_URL:?}" "$folder/database.dump"
mkdir -p "$DATA_DIR"
tar --extract --gzip --preserve-permissions --file="$folder/data.tar.gz" --directory="$DATA_DIR"
echo "Restored from $folder"
