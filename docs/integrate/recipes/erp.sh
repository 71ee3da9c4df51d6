#!/usr/bin/env bash
# An ERP that speaks files: imports every CSV or Excel file of a folder, and puts an answer file beside what it did with it.
#
#   BASE=https://dray.example.com DRAY_TOKEN=… ./erp.sh /srv/erp
#
# The ERP writes to in/ (under another name, such as orders.csv.part, and renames the file when it is whole). A file is moved to
# done/ if all its rows were stored, otherwise to failed/; either way answers/ has a line for each row, by line and key. Of a file
# that cannot be read (no column with the key, a quotation mark that is missing) the last line there says why. A file that could
# not be imported because the service was away stays in in/ for the next run. Run it every minute, by cron or systemd.
set -euo pipefail
shopt -s nullglob
cd "$1"
mkdir -p in done failed answers
# One run at a time: an import may take longer than the minute until the next one.
exec 9> .lock
flock -n 9 || exit 0

DRAY=${DRAY:-npx dray}
for file in in/*.csv in/*.xlsx; do
  name=$(basename "$file")
  answer=answers/.${name%.*}.csv
  stamp=$(date -u +%Y%m%dT%H%M%SZ)
  # Rows whose key exists are changed, so the same file may come twice.
  code=0
  said=$($DRAY import "$file" --url "$BASE" --mode upsert --report "$answer") || code=$?
  if [ $code = 0 ]; then
    folder=done
  elif [ $code = 3 ]; then
    # The file is at fault: to try again would not help.
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
