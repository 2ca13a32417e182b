#!/bin/sh
# Backs up a console on PostgreSQL while it runs: `sh deploy/backup.sh FOLDER` with DATABASE_URL and DATA_DIR as the console has them.
# Needs pg_dump of the server's version or newer. Creates FOLDER; its files are readable by their owner only.
set -eu
umask 077
folder=${1:?'the folder to create, e.g. /backup/2026-11-21'}
mkdir "$folder"
# The database first: files that it refers to were written before, so the backed-up files are at least as new.
pg_dump --format=custom --no-owner --no-privileges --file="$folder/database.dump" "${DATABASE_URL:?}"
# `repositories` is a copy that the console recreates. Exit code 1 means that a file changed meanwhile: the next backup contains it.
tar --create --gzip --file="$folder/data.tar.gz" --directory="${DATA_DIR:?}" --exclude=./repositories . || [ $? -eq 1 ]
echo "Backed up to $folder"
