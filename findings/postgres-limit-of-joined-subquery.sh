#!/bin/sh
# Surprise: `update jobs set … from (select id … limit 8 for update skip locked) due where jobs.id = due.id`, as many job queues take
#   their next rows, can change more than 8 rows. Where the statistics call the table nearly empty, PostgreSQL joins by a
#   nested loop whose inner side is the limited query: it runs again for each row, does not see rows that the statement has
#   changed already, and so finds the next 8. With the query in a materialized CTE, or in `any(array(…))`, it runs once.
# Source: PostgreSQL 18, UPDATE (a `from` item is joined like any other) and SELECT, "The Locking Clause"; `explain` below.
# Versions: PGlite 0.5.17 (PostgreSQL 18.7, the same planner and executor), Node 24. Date: 2026-11-29.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @electric-sql/pglite@0.5.17

cat > look.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite'
const db = new PGlite()
const [{ server_version }] = (await db.query('show server_version')).rows
console.log(`PostgreSQL ${server_version}`)
const due = 'select id from jobs where not taken order by id limit 8 for update skip locked'
const ways = {
  joined: `update jobs set taken = true from (${due}) due where jobs.id = due.id`,
  'materialized CTE': `with due as materialized (${due}) update jobs set taken = true from due where jobs.id = due.id`,
  'any(array)': `update jobs set taken = true where id = any(array(${due}))`,
}
for (const [name, sql] of Object.entries(ways)) {
  for (const step of [
    'drop table if exists jobs',
    'create table jobs (id int primary key, taken boolean not null default false)',
    'insert into jobs values (0, true)',
    'vacuum jobs',
    'analyze jobs',
    'insert into jobs select g from generate_series(1, 12) g',
  ])
    await db.exec(step)
  const plan = (await db.query(`explain ${sql}`)).rows.map((row) => row['QUERY PLAN']).join(' ')
  const inner = /Nested Loop.*Subquery Scan on due.*Limit/.test(plan) ? 'the inner side of a nested loop' : 'run once'
  console.log(`${name}: limit 8 changed ${(await db.query(sql)).affectedRows} of 12 rows, limited query: ${inner}`)
}
JS
node look.mjs | tee seen.txt

for line in \
  'PostgreSQL 18.7' \
  'joined: limit 8 changed 12 of 12 rows, limited query: the inner side of a nested loop' \
  'materialized CTE: limit 8 changed 8 of 12 rows, limited query: run once' \
  'any(array): limit 8 changed 8 of 12 rows, limited query: run once'; do
  grep -qxF "$line" seen.txt || { echo "changed: no line \"$line\"" >&2; exit 1; }
done
echo 'as described'
