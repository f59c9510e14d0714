#!/bin/sh
# Surprise: excelize-wasm 0.1.3 (Excelize of Go) writes a cell with a formula as `t="str"`, a calculated text, with no `<v>`, even
#   where the formula is a sum of numbers. A reader that trusts the type sees an empty text where nobody has calculated
#   anything, and drops the amount in silence: SheetJS reads it as the text "", and exceljs as a formula without a result.
# Source: ECMA-376 part 1, 18.18.11 ST_CellType: `str` is a cell that contains a formula string; 18.3.1.96 v is the cell's value.
# Versions: excelize-wasm 0.1.3, xlsx 0.18.5, exceljs 4.4.0, Node 24. Date: 2026-11-29.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --ignore-scripts --silent excelize-wasm@0.1.3 xlsx@0.18.5 exceljs@4.4.0

cat > look.mjs <<'JS'
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
const require = createRequire(import.meta.url)
for (const name of ['excelize-wasm', 'xlsx', 'exceljs'])
  console.log(`${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version}`)
const excelize = await require('excelize-wasm').init('node_modules/excelize-wasm/excelize.wasm.gz')
const book = excelize.NewFile()
book.SetCellFormula('Sheet1', 'A1', '1000+499')
const bytes = Buffer.from(book.WriteToBuffer().buffer)
const sheet = require('xlsx').read(bytes, { cellFormula: true, bookFiles: true })
const xml = Buffer.from(sheet.files['xl/worksheets/sheet1.xml'].content).toString()
console.log(`written: ${/<c r="A1".*?<\/c>/.exec(xml)?.[0]}`)
const { t, v } = sheet.Sheets.Sheet1.A1 ?? {}
console.log(`SheetJS: type ${t}, value ${JSON.stringify(v)}`)
const read = new (require('exceljs').Workbook)()
await read.xlsx.load(bytes)
console.log(`exceljs: ${JSON.stringify(read.worksheets[0].getCell('A1').value)}`)
process.exit()
JS
node look.mjs | tee seen.txt

for line in \
  'written: <c r="A1" t="str"><f>1000+499</f></c>' \
  'SheetJS: type s, value ""' \
  'exceljs: {"formula":"1000+499"}'; do
  grep -qxF "$line" seen.txt || { echo "changed: no line \"$line\"" >&2; exit 1; }
done
echo 'as described'
