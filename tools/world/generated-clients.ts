/** A generator of clients from the OpenAPI document, and a program that makes six calls through what it writes. */
export type Generator = {
  packages: readonly string[]
  /** Its program and arguments, below `node_modules`. */
  command: (bin: string) => readonly string[]
  /** A file of settings, with the address of the shop. */
  settings?: (api: string) => { file: string; text: string }
  program: string
}

const BODY =
  '{ course_ids: ["reels-growth"], people: [{ email: "meera@example.com", phone: null, name: "Meera Rao" }], mail: false, until: null }'
const ENV = 'const { SHOP = "", KEY = "", ONCE = "" } = process.env'

/** Each program prints the key's name, the sums of orders, a repeated grant, the students found, a month, and a refusal's code. */
const print = (...values: string[]) => `console.log(JSON.stringify([${values.join(', ')}]))`

export const generators: Record<string, Generator> = {
  'openapi-typescript': {
    packages: ['openapi-fetch', 'openapi-typescript'],
    command: (bin) => [`${bin}/openapi-typescript`, 'openapi.json', '-o', 'made/schema.d.ts'],
    program: `
import createClient from 'openapi-fetch'
import type { paths } from './made/schema.js'
${ENV}
const shop = createClient<paths>({ baseUrl: SHOP + '/api', headers: { authorization: 'Bearer ' + KEY } })
const give = { body: ${BODY}, headers: { 'idempotency-key': ONCE } }
const me = (await shop.GET('/me')).data
const orders = (await shop.GET('/admin/orders', { params: { query: { state: 'paid', limit: 5 } } })).data
const given = [(await shop.POST('/admin/enrolments', give)).data, (await shop.POST('/admin/enrolments', give)).data]
const users = (await shop.GET('/admin/users', { params: { query: { q: 'meera@example.com' } } })).data
const books = (await shop.GET('/admin/books/{month}', { params: { path: { month: '2026-11' } } })).data
const refused = (await shop.GET('/admin/orders', { params: { query: { from: 'yesterday' } } })).error
${print('me?.key?.name', 'orders?.orders.map((one) => one.total)', 'given.map((one) => one?.accounts)', 'users?.map((one) => one.name)', 'books?.month', 'refused?.code')}`,
  },
  '@hey-api/openapi-ts': {
    packages: ['@hey-api/openapi-ts'],
    command: (bin) => [`${bin}/openapi-ts`],
    settings: () => ({
      file: 'openapi-ts.config.mjs',
      text: `export default { input: 'openapi.json', output: { path: 'made', importFileExtension: '.js' } }`,
    }),
    program: `
import { client } from './made/client.gen.js'
import { apiKeysMe, booksMonth, enrolmentsGive, ordersAdminList, usersList } from './made/index.js'
${ENV}
client.setConfig({ baseUrl: SHOP + '/api', auth: () => KEY })
const give = { body: ${BODY}, headers: { 'idempotency-key': ONCE } }
const me = (await apiKeysMe()).data
const orders = (await ordersAdminList({ query: { state: 'paid', limit: 5 } })).data
const given = [(await enrolmentsGive(give)).data, (await enrolmentsGive(give)).data]
const users = (await usersList({ query: { q: 'meera@example.com' } })).data
const books = (await booksMonth({ path: { month: '2026-11' } })).data
const refused = (await ordersAdminList({ query: { from: 'yesterday' } })).error
${print('me?.key?.name', 'orders?.orders.map((one) => one.total)', 'given.map((one) => one?.accounts)', 'users?.map((one) => one.name)', 'books?.month', 'refused?.code')}`,
  },
  orval: {
    packages: ['orval'],
    command: (bin) => [`${bin}/orval`, '--config', 'orval.config.mjs'],
    settings: (api) => ({
      file: 'orval.config.mjs',
      text: `export default { shop: { input: 'openapi.json', output: { target: 'made/api.ts', client: 'fetch', baseUrl: '${api}' } } }`,
    }),
    program: `
import { apiKeysMe, booksMonth, enrolmentsGive, ordersAdminList, usersList } from './made/api.js'
${ENV}
const authorization = 'Bearer ' + KEY
const keyed = { headers: { authorization } }
const give = () => enrolmentsGive(${BODY}, { headers: { authorization, 'idempotency-key': ONCE } })
const me = await apiKeysMe(keyed)
const orders = await ordersAdminList({ state: 'paid', limit: 5 }, keyed)
const given = [await give(), await give()]
const users = await usersList({ q: 'meera@example.com' }, keyed)
const books = await booksMonth('2026-11', keyed)
const refused = await ordersAdminList({ from: 'yesterday' }, keyed)
${print('me.status === 200 && me.data.key?.name', 'orders.status === 200 && orders.data.orders.map((one) => one.total)', 'given.map((one) => one.status === 200 && one.data.accounts)', 'users.status === 200 && users.data.map((one) => one.name)', 'books.status === 200 && books.data.month', 'refused.status === 422 && refused.data.code')}`,
  },
  'swagger-typescript-api': {
    packages: ['swagger-typescript-api'],
    command: (bin) => [
      `${bin}/swagger-typescript-api`,
      'generate',
      '-p',
      'openapi.json',
      '-o',
      'made',
      '--name',
      'api.ts',
    ],
    program: `
import { Api } from './made/api.js'
${ENV}
const shop = new Api<string>({
  baseUrl: SHOP + '/api',
  securityWorker: (key) => (key ? { headers: { authorization: 'Bearer ' + key } } : {}),
})
shop.setSecurityData(KEY)
const give = () => shop.admin.enrolmentsGive(${BODY}, { headers: { 'idempotency-key': ONCE } })
const me = (await shop.me.apiKeysMe()).data
const orders = (await shop.admin.ordersAdminList({ state: 'paid', limit: 5 })).data
const given = [(await give()).data, (await give()).data]
const users = (await shop.admin.usersList({ q: 'meera@example.com' })).data
const books = (await shop.admin.booksMonth('2026-11')).data
const refused = await shop.admin.ordersAdminList({ from: 'yesterday' }).then(() => undefined, (answer) => answer.error)
${print('me.key?.name', 'orders.orders.map((one) => one.total)', 'given.map((one) => one.accounts)', 'users.map((one) => one.name)', 'books.month', 'refused?.code')}`,
  },
}
