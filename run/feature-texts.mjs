/** The highest tier of features: it may use every other one. A feature moves down when another tier wants to use it. */
const TIER = 'people'

export const migrationText = ({ table, isOwn }) => `/** Describe this table, and why it is needed. */
export const up = \`
create table ${table} (
  id bigint generated always as identity primary key,
${isOwn ? '  user_id bigint not null references users (id) on delete cascade,\n' : ''}  text text not null,
  created_at timestamptz not null
);
${isOwn ? `create index ${table}_of_user on ${table} (user_id, id);\n` : ''}\`

export const down = \`
drop table ${table};
\`
`

export const sources = (names) => {
  const { folder, camel, type, table, access, path, isOwn, label } = names
  return {
    [`server/contract/${folder}.ts`]: `import { z } from 'zod'
import { defineCall } from './define-call.ts'
import { Moment${isOwn ? ', text' : ''} } from './fields.ts'

export const ${type}Entry = z.object({ text: z.string(), created_at: Moment })
export type ${type}Entry = z.output<typeof ${type}Entry>

export const ${camel} = {
  /** Newest first. */
  list: defineCall({ method: 'GET', path: '/${path}/${folder}', access: ${access}, summary: '${label}' }).output(
    z.array(${type}Entry),
  ),
${
  isOwn
    ? `
  add: defineCall({ method: 'POST', path: '/user/${folder}', access: 'user', summary: 'Add to ${folder}', status: 201 })
    .input(z.object({ text: text(1, 200, 'Please enter a text') }))
    .output(${type}Entry),
`
    : ''
}}
`,
    [`server/src/${TIER}/${folder}/feature.ts`]: `import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  tables: {
    ${table}: {
      archive: { file: '${folder}.csv', about: '${label.toLowerCase()}', select: 'select text, created_at from ${table} order by id' },
    },
  },
})
`,
    [`server/src/${TIER}/${folder}/${folder}.queries.ts`]: isOwn
      ? `import type { ${type}Entry } from 'contract/${folder}'
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
`
      : `import type { ${type}Entry } from 'contract/${folder}'
import type { Db } from '../../context.ts'

/** Lists entries, newest first. */
export function listEntries(db: Db): Promise<${type}Entry[]> {
  return db('${table}').orderBy('id', 'desc').select('text', 'created_at')
}
`,
    ...(isOwn ? service(names) : {}),
    [`server/src/${TIER}/${folder}/${folder}.handlers.ts`]: isOwn
      ? `import { calls, requireUser } from '../../context.ts'
import { listEntries } from './${folder}.queries.ts'
import { addEntry } from './${folder}.service.ts'

export const ${camel}Handlers = {
  list: calls.${camel}.list.handler(({ context }) => listEntries(context.ctx.db, requireUser(context).id)),

  add: calls.${camel}.add.handler(({ input, context }) => addEntry(context.ctx, requireUser(context).id, input.text)),
}
`
      : `import { calls } from '../../context.ts'
import { listEntries } from './${folder}.queries.ts'

export const ${camel}Handlers = {
  list: calls.${camel}.list.handler(({ context }) => listEntries(context.ctx.db)),
}
`,
    [`server/src/${TIER}/${folder}/${folder}-http.test.ts`]: `import { afterAll, beforeAll, expect, test } from 'vitest'
${isOwn ? "import { buildUser } from '../../../test/people-factories.ts'\n" : ''}import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

${testText(names)}`,
  }
}

const service = ({ folder, type }) => ({
  [`server/src/${TIER}/${folder}/${folder}.service.ts`]: `import type { ${type}Entry } from 'contract/${folder}'
import type { Context } from '../../context.ts'
import { lockLiving } from '../../shop/users/users.queries.ts'
import { insertEntry } from './${folder}.queries.ts'

/** Adds an entry; throws 401 if the account is being deleted. */
export function addEntry(ctx: Context, userId: number, text: string): Promise<${type}Entry> {
  return ctx.db.transaction(async (trx) => {
    await lockLiving(trx, userId)
    return insertEntry(trx, userId, text, ctx.now())
  })
}
`,
})

const testText = ({ camel, table, whom, isOwn }) =>
  isOwn
    ? `test('students see only what they added, newest first', async () => {
  const [one, other] = [await buildUser(server.db), await buildUser(server.db)]
  const mine = server.api(await server.userToken(one))
  await mine.${camel}.add({ text: 'first' })
  await mine.${camel}.add({ text: 'second' })
  expect((await mine.${camel}.list()).map(({ text }) => text)).toEqual(['second', 'first'])
  expect(await server.api(await server.userToken(other)).${camel}.list()).toEqual([])
})
`
    : `test('${whom === 'admin' ? 'the owner sees' : 'everybody sees'} all entries, newest first', async () => {
  for (const text of ['first', 'second']) await server.db('${table}').insert({ text, created_at: server.ctx.now() })
  const reader = server.api(${whom === 'admin' ? 'await server.adminToken()' : ''})
  expect((await reader.${camel}.list()).map(({ text }) => text)).toEqual(['second', 'first'])
})
`

const screen = ({ folder, camel, type, label }) => ({
  [`web-store/src/features/${folder}/${type}Screen.tsx`]: `import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { LoadProblem } from '../../shared/LoadProblem.tsx'
import { Head } from '../../ui/Head.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Wrap } from '../../ui/layout.tsx'
import { H1 } from '../../ui/text.tsx'

export default function ${type}Screen() {
  const { data, isFetching, isError, refetch } = useQuery(api.${camel}.list.queryOptions())
  return (
    <Wrap py={{ base: '9', md: '10' }}>
      <Head title={t('${label}')} />
      <H1 mb="6">{t('${label}')}</H1>
      {data && (
        <ul>
          {data.map(({ text, created_at }) => (
            <li key={created_at}>{text}</li>
          ))}
        </ul>
      )}
      {!data && isError && (
        <LoadProblem
          title={t('Something went wrong. Please try again later.')}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !isError && <Loading minH="200px" />}
    </Wrap>
  )
}
`,
})

/** The screen or tab of each kind. */
export const shown = {
  student: screen,
  public: screen,
  admin: ({ folder, camel, type, label }) => ({
    [`web-store/src/admin/${folder}/tabs.ts`]: `import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: '${folder.replaceAll('-', '')}',
    label: '${label}',
    place: 'store',
    at: 1_000,
    roles: [],
    file: '${folder}/${type}Tab.tsx',
  }),
] as const
`,
    [`web-store/src/admin/${folder}/${type}Tab.tsx`]: `import { useQuery } from '@tanstack/react-query'
import { Loading } from '../../ui/Loading.tsx'
import { Card } from '../../ui/layout.tsx'
import { adminApi } from '../host/admin-api.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { TabHead } from '../lists/TabHead.tsx'

export default function ${type}Tab() {
  const { data, error, refetch } = useQuery({ ...adminApi.${camel}.list.queryOptions(), staleTime: 0 })
  return (
    <>
      <TabHead title="${label}" count={data?.length} />
      {data && (
        <Card padded>
          <ul>
            {data.map(({ text, created_at }) => (
              <li key={created_at}>{text}</li>
            ))}
          </ul>
        </Card>
      )}
      {!data && error && <ErrorState title="Failed to load the list" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading minH="200px" />}
    </>
  )
}
`,
  }),
}
