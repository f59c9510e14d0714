#!/bin/sh
# Surprise: a quotation mark in a parameter of iCalendar is written `^'` (RFC 6868), as ical-generator does for the name of an organizer.
#   ical.js reads it back; node-ical shows the escape itself, so that Asha "Reels" School becomes Asha ^'Reels^' School. The same holds
#   for python-icalendar and khal of Debian 12. Who writes files for unknown calendars avoids quotation marks, carets and line breaks there.
# Source: RFC 6868, section 3.1; https://www.rfc-editor.org/rfc/rfc6868.
# Versions: node-ical 0.27.2, ical.js 2.2.1, ical-generator 11.1.2, Node 24. Date: 2026-11-29.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --ignore-scripts --silent node-ical@0.27.2 ical.js@2.2.1 ical-generator@11.1.2

cat > look.mjs <<'JS'
import ICAL from 'ical.js'
import generate from 'ical-generator'
import nodeIcal from 'node-ical'
const calendar = generate()
const organizer = { name: 'Asha "Reels" School', email: 'hello@shop.example' }
calendar.createEvent({ id: 'one', start: new Date(0), end: new Date(3_600_000), summary: 'Lesson', organizer })
const text = calendar.toString()
console.log(`written: ${/CN=([^:]+):/.exec(text)[1]}`)
const event = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')
console.log(`ical.js: ${event.getFirstProperty('organizer').getParameter('cn')}`)
console.log(`node-ical: ${nodeIcal.sync.parseICS(text).one.organizer.params.CN}`)
JS
node look.mjs | tee seen.txt

for line in \
  "written: \"Asha ^'Reels^' School\"" \
  'ical.js: Asha "Reels" School' \
  "node-ical: Asha ^'Reels^' School"; do
  grep -qxF "$line" seen.txt || { echo "changed: no line \"$line\"" >&2; exit 1; }
done
echo 'as described'
