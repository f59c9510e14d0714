#!/bin/sh
# Surprise: the rejection that Dovecot's Sieve writes (`reject`) quotes the subject of the mail as it was encoded, cut after 80 bytes
#   wherever that falls. Within an encoded word the rest stays encoded (`=?UTF-8?Q?=E0=A4=95=E0=A5=...`), and the line break
#   between two words becomes `?`. Subjects in other scripts than Latin are long on the wire, so nearly all of them end that way.
#   Who reads rejections goes by the parts of the report and by its text, never by the subject.
# Source: RFC 2047, section 5: an encoded word is displayed whole or not at all; RFC 5429, section 2.1: the subject may be any.
# Versions: dovecot-core and dovecot-sieve 2.3.19.1 of Debian 12 (`apt-get install dovecot-core dovecot-sieve`). Date: 2026-11-30.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
mkdir home
echo "dovecot $(dovecot --version | cut -d' ' -f1)" | tee seen.txt

printf 'require "reject";\nreject "No letters.";\n' > reader.sieve
printf '#!/bin/sh\ncat > %s/answer.eml\n' "$folder" > send
chmod +x send
cat > dovecot.conf <<CONF
base_dir = $folder/run
log_path = /dev/null
ssl = no
mail_location = maildir:$folder/home/mail
sendmail_path = $folder/send
postmaster_address = postmaster@reader.example
hostname = mx.reader.example
first_valid_uid = 0
protocol lda {
  mail_plugins = sieve
}
plugin {
  sieve = $folder/reader.sieve
}
CONF
# "नवीन कोर्स आणि रील्स" (A new course, and reels), in words of RFC 2047 that end with a letter.
cat > letter.eml <<'MAIL'
From: news@shop.example
To: reader@reader.example
Subject: =?UTF-8?Q?=E0=A4=A8=E0=A4=B5=E0=A5=80=E0=A4=A8_?=
 =?UTF-8?Q?=E0=A4=95=E0=A5=8B=E0=A4=B0=E0=A5=8D=E0=A4=B8?=
 =?UTF-8?Q?_=E0=A4=86=E0=A4=A3=E0=A4=BF_=E0=A4=B0?=
Message-ID: <one@shop.example>

Hello
MAIL
lda="/usr/lib/dovecot/dovecot-lda -c $folder/dovecot.conf -f news@shop.example"
export HOME="$folder/home" USER=mail
if [ "$(id -u)" = 0 ]; then
  chown -R mail:mail "$folder"
  setpriv --reuid=mail --regid=mail --clear-groups $lda < letter.eml
else
  $lda < letter.eml
fi
grep '^Subject: Rejected' answer.eml | tr -d '\r' | tee -a seen.txt

for line in \
  'dovecot 2.3.19.1' \
  'Subject: Rejected: =?UTF-8?Q?=E0=A4=A8=E0=A4=B5=E0=A5=80=E0=A4=A8_?=? =?UTF-8?Q?=E0=A4=95=E0=A5=...'; do
  grep -qxF "$line" seen.txt || { echo "changed: no line \"$line\"" >&2; exit 1; }
done
echo 'as described'
