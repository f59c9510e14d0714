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

/** Calls of a feature: what each reads or writes, and for whom. */
const callsOf = ({ folder, camel, type, label, isOwn, isPublic, isListed }) => {
  const list = (name, path, access) =>
    `  /** Newest first. */
  ${name}: defineCall({ method: 'GET', path: '/${path}/${folder}', access: ${access}, summary: '${label}' }).output(
    z.array(${type}Entry),
  ),
`
  const add = (path, more) =>
    `
  add: defineCall({ method: 'POST', path: '/${path}/${folder}', summary: 'Add to ${folder}', status: 201, ${more} })
    .input(z.object({ text: text(1, 200, 'Please enter a text') }))
    .output(${type}Entry),
`
  return [
    isOwn && list('list', 'user', "'user', inView: true") + add('user', "access: 'user'"),
    isPublic &&
      list('list', 'go', "'public'") +
        add('go', `access: 'public', limits: [limit('${camel}_client', 'client', 20, HOUR)]`),
    isListed && list(isOwn || isPublic ? 'adminList' : 'list', 'admin', "'admin'"),
  ]
    .filter(Boolean)
    .join('\n')
}

export const sources = (names) => {
  const { folder, camel, type, table, tier, isOwn, isPublic, isListed, label } = names
  const insert = `
export async function insertEntry(trx: Db, ${isOwn ? 'userId: number, ' : ''}text: string, now: Date): Promise<${type}Entry> {
  const [row] = await trx('${table}').insert({ ${isOwn ? 'user_id: userId, ' : ''}text, created_at: now }).returning(['text', 'created_at'])
  return row
}
`
  const adminList = `
  adminList: calls.${camel}.adminList.handler(({ context }) => listEntries(context.ctx.db)),
`
  return {
    [`server/contract/${folder}.ts`]: `import { z } from 'zod'
${isPublic ? "import { HOUR, limit } from './call-cost.ts'\n" : ''}import { defineCall } from './define-call.ts'
import { Moment${isOwn || isPublic ? ', text' : ''} } from './fields.ts'

export const ${type}Entry = z.object({ text: z.string(), created_at: Moment })
export type ${type}Entry = z.output<typeof ${type}Entry>

export const ${camel} = {
${callsOf(names)}}
`,
    [`server/src/${tier}/${folder}/feature.ts`]: `import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  tables: {
    ${table}: {
      archive: { file: '${folder}.csv', about: '${label.toLowerCase()}', select: 'select text, created_at from ${table} order by id' },
    },
  },
})
`,
    [`server/src/${tier}/${folder}/${folder}.queries.ts`]: `import type { ${type}Entry } from 'contract/${folder}'
import type { Db } from '../../context.ts'

${
  isOwn && isListed
    ? `/** Lists entries, newest first: a student's, or everybody's. */
export function listEntries(db: Db, userId?: number): Promise<${type}Entry[]> {
  const rows = db('${table}').orderBy('id', 'desc').select('text', 'created_at')
  return userId === undefined ? rows : rows.where({ user_id: userId })
}`
    : `/** Lists entries, newest first. */
export function listEntries(db: Db${isOwn ? ', userId: number' : ''}): Promise<${type}Entry[]> {
  return db('${table}')${isOwn ? '.where({ user_id: userId })' : ''}.orderBy('id', 'desc').select('text', 'created_at')
}`
}
${isOwn || isPublic ? insert : ''}`,
    ...(isOwn ? service(names) : {}),
    [`server/src/${tier}/${folder}/${folder}.handlers.ts`]: isOwn
      ? `import { calls, requireUser } from '../../context.ts'
import { listEntries } from './${folder}.queries.ts'
import { addEntry } from './${folder}.service.ts'

export const ${camel}Handlers = {
  list: calls.${camel}.list.handler(({ context }) => listEntries(context.ctx.db, requireUser(context).id)),

  add: calls.${camel}.add.handler(({ input, context }) => addEntry(context.ctx, requireUser(context).id, input.text)),
${isListed ? adminList : ''}}
`
      : `import { calls } from '../../context.ts'
import { ${isPublic ? 'insertEntry, ' : ''}listEntries } from './${folder}.queries.ts'

export const ${camel}Handlers = {
  list: calls.${camel}.list.handler(({ context }) => listEntries(context.ctx.db)),
${isPublic ? `\n  add: calls.${camel}.add.handler(({ input, context: { ctx } }) => insertEntry(ctx.db, input.text, ctx.now())),\n` : ''}${isPublic && isListed ? adminList : ''}}
`,
    [`server/src/${tier}/${folder}/${folder}-http.test.ts`]: `import { afterAll, beforeAll, expect, test } from 'vitest'
${isOwn ? "import { buildUser } from '../../../test/people-factories.ts'\n" : ''}import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

${testText(names)}`,
  }
}

const service = ({ folder, type, tier }) => ({
  [`server/src/${tier}/${folder}/${folder}.service.ts`]: `import type { ${type}Entry } from 'contract/${folder}'
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

function testText({ camel, table, isOwn, isPublic, isListed }) {
  const newestFirst = (reader, list = 'list') =>
    `  expect((await ${reader}.${camel}.${list}()).map(({ text }) => text)).toEqual(['second', 'first'])\n`
  const begin = (who) => `test('${who}, newest first', async () => {\n`
  const owner = '  const owner = server.api(await server.adminToken())\n'
  if (isOwn)
    return `${begin('students see only what they added')}  const [one, other] = [await buildUser(server.db), await buildUser(server.db)]
  const mine = server.api(await server.userToken(one))
  await mine.${camel}.add({ text: 'first' })
  await mine.${camel}.add({ text: 'second' })
${newestFirst('mine')}  expect(await server.api(await server.userToken(other)).${camel}.list()).toEqual([])
${isListed ? owner + newestFirst('owner', 'adminList') : ''}})
`
  if (!isPublic)
    return `${begin('the owner sees all entries')}  for (const text of ['first', 'second']) await server.db('${table}').insert({ text, created_at: server.ctx.now() })
${owner}${newestFirst('owner')}})
`
  return `${begin('everybody adds entries and sees them all')}  const visitor = server.api()
  for (const text of ['first', 'second']) await visitor.${camel}.add({ text })
${newestFirst('visitor')}${isListed ? owner + newestFirst('owner', 'adminList') : ''}})
`
}

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
  admin: ({ folder, camel, type, label, at, isOwn, isPublic }) => ({
    [`web-store/src/admin/${folder}/tabs.ts`]: `import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: '${folder.replaceAll('-', '')}',
    label: '${label}',
    place: 'store',
    at: ${at},
    roles: [],
    file: '${folder}/${type}Tab.tsx',
    words: '',
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
  const { data, error, refetch } = useQuery({ ...adminApi.${camel}.${isOwn || isPublic ? 'adminList' : 'list'}.queryOptions(), staleTime: 0 })
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
