#!/bin/sh
# Surprise: csv-stringify 6.9.0 with `record_delimiter: 'windows'` does not quote a cell that holds a line feed alone: only "\r\n", the
#   delimiter of records, counts. Spreadsheets and other readers end a row at a lone line feed, too, so that one order
#   becomes two rows. csv-parse of the same authors takes "\r\n" from the first line as the only end and reads the file
#   as it was meant, so that a round trip through both shows nothing. `quoted_match: /[\r\n]/` quotes such cells.
# Source: RFC 4180, 2.6: fields containing line breaks should be enclosed in double quotes; options of csv-stringify.
# Versions: csv-stringify 6.9.0, csv-parse 7.0.3, papaparse 5.5.3, xlsx 0.18.5, Node 24. Date: 2026-11-30.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --ignore-scripts --silent csv-stringify@6.9.0 csv-parse@7.0.3 papaparse@5.5.3 xlsx@0.18.5

cat > look.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import Papa from 'papaparse'
import sheetJs from 'xlsx'
for (const name of ['csv-stringify', 'csv-parse', 'papaparse', 'xlsx'])
  console.log(`${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version}`)
const rows = [['Order', 'Course'], ['1', 'Line one\nline two'], ['2', 'Reels']]
for (const [name, more] of [['windows', {}], ['windows and quoted_match', { quoted_match: /[\r\n]/ }]]) {
  const csv = stringify(rows, { record_delimiter: 'windows', ...more })
  console.log(`${name}: ${JSON.stringify(csv.split('\r\n')[1])}`)
  const { Sheets, SheetNames } = sheetJs.read(csv, { type: 'string' })
  console.log(`${name}: csv-parse ${parse(csv).length} rows, papaparse ${Papa.parse(csv, { newline: '\n', skipEmptyLines: true }).data.length} rows, SheetJS ${sheetJs.utils.sheet_to_json(Sheets[SheetNames[0]], { header: 1 }).length} rows`)
}
JS
node look.mjs | tee seen.txt

for line in \
  'windows: "1,Line one\nline two"' \
  'windows: csv-parse 3 rows, papaparse 4 rows, SheetJS 4 rows' \
  'windows and quoted_match: "1,\"Line one\nline two\""' \
  'windows and quoted_match: csv-parse 3 rows, papaparse 3 rows, SheetJS 3 rows'; do
  grep -qxF "$line" seen.txt || { echo "changed: no line \"$line\"" >&2; exit 1; }
done
echo 'as described'
