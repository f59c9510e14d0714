#!/bin/sh
# Writes the settings of a new shop for compose.yaml, with new secrets: sh deploy/new-env.sh HOST OWNER_EMAIL > .env
# Store this file safely: without ENCRYPTION_KEY saved gateway keys are lost, without BACKUP_KEY every backup.
set -eu
[ $# -eq 2 ] || { echo "Usage: sh deploy/new-env.sh HOST OWNER_EMAIL > .env" >&2; exit 1; }
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$(dirname "$0")/../package.json")
secret() { head -c "$1" /dev/urandom | od -An -tx1 | tr -d ' \n'; }
cat <<END
# The version of the shop, forward and back: change it, then \`docker compose up -d --wait\`.
SHOP_VERSION=$version
SHOP_HOST=$1
ADMIN_EMAIL=$2
# For the first login.
ADMIN_PASSWORD=$(secret 10)
SESSION_SECRET=$(secret 48)
ENCRYPTION_KEY=$(secret 48)
BACKUP_KEY=$(secret 48)
POSTGRES_PASSWORD=$(secret 24)
S3_SECRET=$(secret 24)
# Razorpay's keys can be saved in the console as well.
#RAZORPAY_KEY_ID=
#RAZORPAY_KEY_SECRET=
#RAZORPAY_WEBHOOK_SECRET=
# Without these the shop sends no email.
#SMTP_URL=smtps://user:password@smtp.example.in:465
#MAIL_FROM=shop@example.in
END
