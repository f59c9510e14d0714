#!/bin/sh
# Surprise: `khal import --batch` takes whatever file comes last: an event that was moved (SEQUENCE 1) and cancelled (SEQUENCE 2) is
#   confirmed at its first moment again once the first file (SEQUENCE 0) is imported again. RFC 5546 has the sequence decide, and a
#   lower one be ignored. Who publishes files for calendars lets one address always answer the newest one.
# Source: RFC 5546, section 2.1.5, "Message Sequencing".
# Versions: khal 0.10.5 of Debian 12 (`apt-get install khal`). Date: 2026-11-30.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir calendar
export HOME="$folder" LC_ALL=C.UTF-8
khal --version | tee seen.txt

cat > config <<CONF
[calendars]
[[shop]]
path = $folder/calendar
type = calendar
[locale]
local_timezone = Asia/Kolkata
default_timezone = Asia/Kolkata
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
[sqlite]
path = $folder/khal.db
[default]
default_calendar = shop
CONF
event() { # FILE METHOD SEQUENCE STATUS DAY
  printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//shop//lessons//EN "METHOD:$2" BEGIN:VEVENT UID:lesson "SEQUENCE:$3" \
    DTSTAMP:20270601T000000Z "DTSTART:202707$5T100000Z" "DTEND:202707$5T110000Z" SUMMARY:Lesson "STATUS:$4" \
    ORGANIZER:mailto:hello@shop.example END:VEVENT END:VCALENDAR > "$1"
}
event made.ics PUBLISH 0 CONFIRMED 01
event moved.ics PUBLISH 1 CONFIRMED 05
event cancelled.ics CANCEL 2 CANCELLED 05
for file in made moved cancelled made; do
  khal -c config import --batch $file.ics
  seen=$(khal -c config list --day-format '' --format '{start} {status}' 2027-07-01 9d | sed 's/ *$//' | grep .)
  echo "after $file.ics: $seen" | tee -a seen.txt
done

for line in \
  'khal, version 0.10.5' \
  'after moved.ics: 2027-07-05 15:30 CONFIRMED' \
  'after cancelled.ics: 2027-07-05 15:30 CANCELLED' \
  'after made.ics: 2027-07-01 15:30 CONFIRMED'; do
  grep -qxF "$line" seen.txt || { echo "changed: no line \"$line\"" >&2; exit 1; }
done
[ "$(grep -c 'after made.ics: 2027-07-01 15:30 CONFIRMED' seen.txt)" = 2 ] || { echo 'changed: the older file is ignored' >&2; exit 1; }
echo 'as described'
