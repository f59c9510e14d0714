import { appendFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Knex } from 'knex'
import pg from 'pg'
import { allInvariants } from '../src/platform/features/features.ts'
import { boundedSql, checkInvariants } from '../src/platform/invariants/check-invariants.ts'
import type { Invariant } from '../src/platform/invariants/invariant.ts'
import plants from './plants.json' with { type: 'json' }
import { isPlantRun } from './scope.ts'

/** `excuses` has why a test breaks an invariant. */
type Asked = { now: () => Date; excuses: Map<Invariant, string> }

/** What tests said about their databases, by name. */
const asked = new Map<string, Asked>()

const nameOf = (url: string) => new URL(url).pathname.slice(1)

function ofDatabase(name: string): Asked {
  const known = asked.get(name) ?? { now: () => new Date(), excuses: new Map() }
  asked.set(name, known)
  return known
}

const ofDb = (db: Knex) => ofDatabase(nameOf(String(db.client.config.connection.connectionString)))

/** Asks the invariants of this database at the time of a test's clock. */
export function keepTime(db: Knex, now: () => Date): void {
  ofDb(db).now = now
}

/** Declares that the test breaks an invariant of this database on purpose. One that holds in the end after all fails the file too. */
export function breaks(db: Knex, invariant: Invariant, why: string): void {
  ofDb(db).excuses.set(invariant, why)
}

/** Lists the rows that break an invariant, a sentence each; also an invariant that was not read in time. For drills, at the time of their clock. */
export async function findBroken(db: Knex, now: Date): Promise<string[]> {
  const checked = await checkInvariants(db, allInvariants, { now })
  return checked.flatMap(({ invariant: { sentence }, rows }) =>
    rows ? rows.map(({ id, what }) => `${sentence} ${id}: ${what}`) : `${sentence} was not read in time`,
  )
}

const ROWS = 4

/**
 * `plants.json` has the test files that write by SQL what the product never writes, with the invariants that this breaks, from before these
 * were asked. It only shrinks: a new plant is excused by `breaks`. `PLANTS=write` notes what breaks in `.cache/plants.jsonl` instead of failing.
 */
const PLANTS: Record<string, readonly string[]> = plants

const ROOT = join(import.meta.dirname, '../..')

/** The test file that runs, from the root of the repository; undefined outside vitest. */
function testFile(): string | undefined {
  const { __vitest_worker__: worker } = globalThis as { __vitest_worker__?: { filepath?: string } }
  return worker?.filepath && relative(ROOT, worker.filepath)
}

/** Tables after a `from` of each: without a row in any of them the invariant finds none. */
const tablesOf = allInvariants.map(({ sql }) => [...sql.matchAll(/\bfrom (\w+)/g)].map(([, table]) => table))

/** One statement for those that may find rows: each costs its planning, on one new connection. */
const statementOf = (held: ReadonlySet<unknown>) =>
  allInvariants
    .flatMap((one, at) =>
      tablesOf[at]?.some((table) => held.has(table))
        ? `(select ${at} as at, id, what from (${boundedSql(one, ROWS)}) rows_of_it)`
        : [],
    )
    .join(' union all ')

/** SQLSTATE of a table or column that does not exist: the test renamed it or migrated partly. */
const OTHER_SCHEMA = new Set(['42P01', '42703'])
/** SQLSTATE of a database that the test dropped itself, and the code of a server that it stopped. */
const AWAY = new Set(['3D000', 'ECONNREFUSED'])

/** Returns what the invariants say against a database of tests; undefined if they hold. */
export async function askInvariants(url: string): Promise<string | undefined> {
  const { now, excuses } = ofDatabase(nameOf(url))
  asked.delete(nameOf(url))
  const found = await brokenRows(url, now())
  if (!found) return undefined
  const file = testFile() ?? ''
  const broken = allInvariants.flatMap((one, at) => {
    const rows = found.filter((row) => row.at === at)
    if (isPlantRun && rows.length > 0 && !excuses.has(one)) {
      appendFileSync(join(ROOT, '.cache/plants.jsonl'), `${JSON.stringify({ file, sentence: one.sentence, rows })}\n`)
      return []
    }
    return rows.length > 0 && !excuses.has(one) && !PLANTS[file]?.includes(one.sentence)
      ? [`✗ ${one.sentence}\n${rows.map(({ id, what }) => `    ${id}: ${what}`).join('\n')}`]
      : []
  })
  const held = [...excuses].flatMap(([one, why]) =>
    !found.some(({ at }) => allInvariants[at] === one)
      ? [`✓ ${one.sentence}\n    holds, but the test says that it breaks it: ${why}`]
      : [],
  )
  if (broken.length + held.length === 0) return undefined
  const how = 'A test that plants this on purpose calls breaks(db, THE_INVARIANT, WHY) of server/test/invariants.ts.'
  return ['The invariants of the shop, asked when the database is dropped:', ...broken, ...held, how].join('\n')
}

async function brokenRows(url: string, now: Date): Promise<{ at: number; id: string; what: string }[] | undefined> {
  const client = new pg.Client({ connectionString: url, options: '-c jit=off -c TimeZone=UTC' })
  try {
    await client.connect()
    const held = await client.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relname = any($1) and pg_relation_size(oid) > 0`,
      [tablesOf.flat()],
    )
    const statement = statementOf(new Set(held.rows.map(({ relname }) => relname)))
    return statement ? (await client.query(statement, [now])).rows : []
  } catch (error) {
    const code = (error as { code?: string }).code ?? ''
    if (OTHER_SCHEMA.has(code) || AWAY.has(code)) return undefined
    throw error
  } finally {
    await client.end()
  }
}
