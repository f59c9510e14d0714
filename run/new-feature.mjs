import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Steps that remain by hand, in the order of the tests that require them. */
export const leftToDo = [
  'its screen: a row in server/contract/screens.ts, web-store/src/features/<x>/<X>Screen.tsx and a link',
  'translations of its texts in web-store/languages',
]

/**
 * Creates a working feature: a table of student data, a call that lists it, a call that adds to it, their test, and the
 * two rows that register the feature. Returns the files written or changed, relative to `root`.
 * @param {string} name the folder's name: `wishlist`, `saved-carts`
 * @param {string} migration the migration's file, named after the feature
 */
export function writeFeature(root, name, migration) {
  const names = namesOf(name)
  const made = { [migration]: migrationText(names), ...sources(names) }
  for (const [file, text] of Object.entries(made)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text, { flag: 'wx' })
  }
  const rows = rowsOf(names)
  for (const [file, changes] of Object.entries(rows)) {
    const text = readFileSync(join(root, file), 'utf8')
    writeFileSync(join(root, file), changes.reduce(insert, text))
  }
  return [...Object.keys(made), ...Object.keys(rows)]
}

/** The highest tier of features: it may use every other one. A feature moves down when another tier wants to use it. */
const TIER = 'people'

function namesOf(folder) {
  const camel = folder.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
  return { folder, camel, table: folder.replaceAll('-', '_'), type: camel[0].toUpperCase() + camel.slice(1) }
}

/** Inserts a row before the first match of `before`, or right behind the match of `behind`. */
function insert(text, { row, before, behind }) {
  const mark = before ?? behind
  const at = text.search(mark)
  if (at < 0) throw new Error(`Cannot insert "${row.trim()}": ${mark} was not found`)
  const place = before ? at : at + mark.exec(text)[0].length
  return text.slice(0, place) + row + text.slice(place)
}

const rowsOf = ({ folder, camel }) => ({
  'server/contract/index.ts': [
    { row: `import { ${camel} } from './${folder}.ts'\n`, before: /^\n/m },
    { row: `  ${camel},\n`, before: /^}\nexport type Contract/m },
  ],
  'server/src/serve/http/router.ts': [
    {
      row: `import { ${camel}Handlers } from '../../${TIER}/${folder}/${folder}.handlers.ts'\n`,
      before: /^import .*count-call/m,
    },
    { row: `  ${camel}: ${camel}Handlers,\n`, before: /^}\)\n$/m },
  ],
})

const migrationText = ({ table }) => `/** Describe this table, and why it is needed. */
export const up = \`
create table ${table} (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  text text not null,
  created_at timestamptz not null
);
create index ${table}_of_user on ${table} (user_id, id);
\`

export const down = \`
drop table ${table};
\`
`

const sources = ({ folder, camel, type, table }) => ({
  [`server/contract/${folder}.ts`]: `import { z } from 'zod'
import { defineCall } from './define-call.ts'
import { Moment, text } from './fields.ts'

export const ${type}Entry = z.object({ text: z.string(), created_at: Moment })
export type ${type}Entry = z.output<typeof ${type}Entry>

export const ${camel} = {
  /** Newest first. */
  list: defineCall({ method: 'GET', path: '/user/${folder}', access: 'user', inView: true, summary: 'My entries in ${folder}' }).output(
    z.array(${type}Entry),
  ),

  add: defineCall({ method: 'POST', path: '/user/${folder}', access: 'user', summary: 'Add to ${folder}', status: 201 })
    .input(z.object({ text: text(1, 200, 'Please enter a text') }))
    .output(${type}Entry),
}
`,
  [`server/src/${TIER}/${folder}/${folder}.queries.ts`]: `import type { ${type}Entry } from 'contract/${folder}'
import type { Db } from '../../context.ts'

const entry = ['text', 'created_at']

/** Lists entries, newest first. */
export function listEntries(db: Db, userId: number): Promise<${type}Entry[]> {
  return db('${table}').where({ user_id: userId }).orderBy('id', 'desc').select(entry)
}

export async function insertEntry(trx: Db, userId: number, text: string, now: Date): Promise<${type}Entry> {
  const [row] = await trx('${table}').insert({ user_id: userId, text, created_at: now }).returning(entry)
  return row
}
`,
  [`server/src/${TIER}/${folder}/${folder}.service.ts`]: `import type { ${type}Entry } from 'contract/${folder}'
import type { Context } from '../../context.ts'
import { keepLiving } from '../../shop/users/users.queries.ts'
import { insertEntry } from './${folder}.queries.ts'

/** Adds an entry; throws 401 if the account is being deleted. */
export function addEntry(ctx: Context, userId: number, text: string): Promise<${type}Entry> {
  return ctx.db.transaction(async (trx) => {
    await keepLiving(trx, userId)
    return insertEntry(trx, userId, text, ctx.now())
  })
}
`,
  [`server/src/${TIER}/${folder}/${folder}.handlers.ts`]: `import { calls, requireUser } from '../../context.ts'
import { listEntries } from './${folder}.queries.ts'
import { addEntry } from './${folder}.service.ts'

export const ${camel}Handlers = {
  list: calls.${camel}.list.handler(({ context }) => listEntries(context.ctx.db, requireUser(context).id)),

  add: calls.${camel}.add.handler(({ input, context }) => addEntry(context.ctx, requireUser(context).id, input.text)),
}
`,
  [`server/src/${TIER}/${folder}/${folder}-http.test.ts`]: `import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

test('students see only what they added, newest first', async () => {
  const [one, other] = [await buildUser(server.db), await buildUser(server.db)]
  const mine = server.api(await server.userToken(one))
  await mine.${camel}.add({ text: 'first' })
  await mine.${camel}.add({ text: 'second' })
  expect((await mine.${camel}.list()).map(({ text }) => text)).toEqual(['second', 'first'])
  expect(await server.api(await server.userToken(other)).${camel}.list()).toEqual([])
})
`,
})
