#!/usr/bin/env bash
# Connects an ERP that exchanges files: imports every CSV or Excel file of a folder, and writes a result file for each.
#
#   BASE=https://dray.example.com DRAY_TOKEN=… ./erp.sh /srv/erp
#
# The ERP writes to in/ under a temporary name, such as orders.csv.part, and renames the file when it is complete.
# The script moves a file to done/ if all its rows were stored, otherwise to failed/. In both cases it writes a file to
# answers/, with a line for each row. For an unreadable file (without a column for the key, or with a missing quotation
# mark), the last line has the reason. If the service is not reachable, the file stays in in/ for the next run.
# Run the script every minute, by cron or systemd.
set -euo pipefail
shopt -s nullglob
cd "$1"
mkdir -p in done failed answers
# Exits if another run has the lock, because an import may take longer than a minute.
exec 9> .lock
flock -n 9 || exit 0

DRAY=${DRAY:-npx dray}
for file in in/*.csv in/*.xlsx; do
  name=$(basename "$file")
  answer=answers/.${name%.*}.csv
  stamp=$(date -u +%Y%m%dT%H%M%SZ)
  # `upsert` changes orders whose key exists, so the ERP may send the same file twice.
  code=0
  said=$($DRAY import "$file" --url "$BASE" --mode upsert --report "$answer") || code=$?
  if [ $code = 0 ]; then
    folder=done
  elif [ $code = 3 ]; then
    # The file cannot be read, and a repeat would fail again.
    folder=failed
    said="cannot be read, see answers/$stamp-${name%.*}.csv"
  elif grep -qE '^[0-9]+ rows: ' <<< "$said"; then
    folder=failed
  else
    rm -f "$answer"
    echo "$name: not imported, and tried again next time" >&2
    continue
  fi
  mv "$answer" "answers/$stamp-${name%.*}.csv"
  mv "$file" "$folder/$stamp-$name"
  echo "$name: $(tail -n 1 <<< "$said")"
done
