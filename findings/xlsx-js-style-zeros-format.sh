#!/bin/sh
# Surprise: xlsx-js-style 1.2.0 takes a number format of digits alone, such as `0000`, for the id of a built-in one and writes
#   numFmtId="0000". Order number 13 is then shown as 13 and not as 0013; the format `"N"0000` is written as it should be.
#   SheetJS 0.18.5, whose code it is, writes both formats by their codes.
# Source: ECMA-376 part 1, 18.8.30 numFmt: an id refers to a format, `0000` is the code of one.
# Versions: xlsx-js-style 1.2.0, xlsx 0.18.5, read by exceljs 4.4.0, Node 24. Date: 2026-11-29.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --ignore-scripts --silent xlsx-js-style@1.2.0 xlsx@0.18.5 exceljs@4.4.0

cat > look.mjs <<'JS'
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
const require = createRequire(import.meta.url)
const Excel = require('exceljs')
for (const name of ['xlsx-js-style', 'xlsx']) {
  const writer = require(name)
  console.log(`${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version}`)
  const sheet = { '!ref': 'A1:B1', A1: { t: 'n', v: 13, z: '0000' }, B1: { t: 'n', v: 13, z: '"N"0000' } }
  const bytes = writer.write({ SheetNames: ['A'], Sheets: { A: sheet } }, { type: 'buffer', bookType: 'xlsx' })
  const book = new Excel.Workbook()
  await book.xlsx.load(bytes)
  for (const place of ['A1', 'B1'])
    console.log(`${name} ${sheet[place].z}: ${book.worksheets[0].getCell(place).numFmt ?? 'no format'}`)
}
JS
node look.mjs | tee seen.txt

for line in \
  'xlsx-js-style 0000: no format' \
  'xlsx-js-style "N"0000: "N"0000' \
  'xlsx 0000: 0000' \
  'xlsx "N"0000: "N"0000'; do
  grep -qxF "$line" seen.txt || { echo "changed: no line \"$line\"" >&2; exit 1; }
done
echo 'as described'
