#!/bin/sh
# Writes a copy of the database each day, prints its name, and keeps the last 14; `backup.sh once` writes one and ends.
set -eu
folder=${BACKUPS:-/backups}
while true; do
  copy="$folder/fantan-$(date -u +%Y%m%dT%H%M%SZ).dump"
  pg_dump --format custom --file "$copy.part"
  mv "$copy.part" "$copy"
  echo "$copy"
  ls -1 "$folder"/fantan-*.dump | sort -r | tail -n +15 | while read -r old; do rm -- "$old"; done
  [ "${1:-}" = once ] && exit 0
  sleep 86400
done
