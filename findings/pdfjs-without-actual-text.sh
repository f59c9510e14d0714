#!/bin/sh
# Surprise: pdf.js 6.5 copies the letters of a font's own table where a span of a PDF says by ActualText what its glyphs mean. In Hindi one
#   glyph stands for several letters, and a vowel sign before its consonant is drawn first, so that text copied in
#   Firefox or by `getTextContent` differs from what was written. poppler's `pdftotext` copies the ActualText.
# Source: ISO 32000-1, 14.9.4 Replacement text; PDFKit's `markContent('Span', { actual })`.
# Versions: pdfjs-dist 6.5.438, pdfkit 0.20.2, Node 24. Date: 2026-11-30.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --ignore-scripts --silent pdfjs-dist@6.5.438 pdfkit@0.20.2

cat > look.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import PDFDocument from 'pdfkit'
for (const name of ['pdfjs-dist', 'pdfkit'])
  console.log(`${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version}`)
const doc = new PDFDocument({ pdfVersion: '1.5', compress: false })
const parts = []
doc.on('data', (part) => parts.push(part))
const ended = new Promise((resolve) => doc.on('end', resolve))
doc.markContent('Span', { actual: 'as written' })
doc.text('as drawn', { lineBreak: false })
doc.endMarkedContent()
doc.end()
await ended
const bytes = Buffer.concat(parts)
console.log(`the file has ActualText: ${bytes.includes('/ActualText (as written)') ? 'as written' : 'none'}`)
const { promise } = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
const { items } = await (await (await promise).getPage(1)).getTextContent({ includeMarkedContent: true })
console.log(`pdf.js copies: ${items.map(({ str }) => str ?? '').join('')}`)
process.exit()
JS
node look.mjs | tee seen.txt

for line in \
  'the file has ActualText: as written' \
  'pdf.js copies: as drawn'; do
  grep -qxF "$line" seen.txt || { echo "changed: no line \"$line\"" >&2; exit 1; }
done
echo 'as described'
