import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { root } from './children.mjs'
import { tiers } from './homes.mjs'
import { walk } from './imports.mjs'
import { readManifests } from './manifests.mjs'
import { sourceFiles } from './sources.mjs'
import { exceptions, readers, walkers } from './tables.mjs'

const SERVER = 'server/src/'

const listed = (folder) =>
  sourceFiles(folder).filter((file) => file.endsWith('.ts') && !/\.(test|scenes)\.ts$/.test(file))

const tierOf = new RegExp(`^${SERVER}(?:${tiers.join('|')})/`)
const read = (file) => readFileSync(join(root, file), 'utf8')

/** Lists the tables that the migrations create. */
export function madeTables() {
  const made = new Set()
  for (const file of listed('migrations').sort()) {
    const text = read(file)
    for (const [, name] of text.matchAll(/create table (?:if not exists )?"?(\w+)"?/gi)) made.add(name)
    for (const [, from, to] of text.matchAll(/alter table "?(\w+)"? rename to "?(\w+)"?/gi)) {
      made.add(to)
      made.delete(from)
    }
    for (const [, name] of text.matchAll(/drop table (?:if exists )?"?(\w+)"?/gi))
      if (!/create table/i.test(text)) made.delete(name)
  }
  return [...made]
}

/** The tables of each folder, as its manifest declares them; tables of other programs, with a dot in their names, apart. */
export const owners = await readOwners()

async function readOwners() {
  const owned = (await readManifests()).map(({ folder, feature: { tables } }) => [
    folder.split('/').at(-1),
    Object.keys(tables).filter((table) => /^\w+$/.test(table) && table !== 'migrations'),
  ])
  return Object.fromEntries(owned.sort())
}

// Words that can follow a table name and are no alias of it.
const WORDS = String.raw`(?:as|on|using|where|set|join|left|right|inner|cross|full|natural|order|group|limit|for|union|select|values|returning|window|having|lateral)\b`
const TABLE = String.raw`"?\w+"?(?:\s+as\s+\w+|\s+(?!${WORDS})\w+)?`
const NAMED = new RegExp(
  String.raw`\b(?:(delete\s+from|insert\s+into|into|update)|from|join|table|using|references)\s+(?:only\s+)?(${TABLE}(?:\s*,\s*${TABLE})*)`,
  'gi',
)

/** Lists the tables that a piece of SQL names. */
function inSql(sql, tables) {
  return [...sql.matchAll(NAMED)].flatMap(([, writes, list]) =>
    list
      .split(',')
      .map((part) => part.trim().split(/\s+/)[0].replaceAll('"', ''))
      .filter((name) => tables.has(name))
      .map((table) => ({ table, writes: writes !== undefined })),
  )
}

const CALLS = new Set(['db', 'trx', 'tx', 'knex', 'client', 'pool', 'connection'])
const FROM = /^(from|into|table|join|(left|right|inner|outer|full|cross|fullOuter|leftOuter|rightOuter)Join)$/
const WRITES = new Set(['insert', 'update', 'delete', 'del', 'truncate', 'increment', 'decrement', 'merge'])

/** Returns the text of a literal or template; each interpolated value becomes a word. */
function textOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join(' _ ')
  return undefined
}

/** Lists the tables that a knex call begins with or joins: `db('orders as o')`, `.join({ o: 'orders' })`. */
function inCall({ callee, arguments: [first] }, tables) {
  const isDb = callee.type === 'Identifier' && CALLS.has(callee.name)
  const joins =
    callee.type === 'MemberExpression' && (FROM.test(callee.property.name) || CALLS.has(callee.property.name))
  if (!isDb && !joins) return []
  // The value of a variable is unknown here.
  if (isDb && first?.type === 'Identifier') return [first.name]
  const texts =
    first?.type === 'ObjectExpression' ? first.properties.map(({ value }) => textOf(value)) : [textOf(first)]
  return texts.flatMap((text) => (text ?? '').split(/\s+/)[0] || []).filter((name) => tables.has(name))
}

/** Lists the tables that one file names, as `{ table, writes, line }`. Comments and prose do not count. */
export function tablesNamed(file, text, known) {
  const tables = new Set(known)
  const found = []
  const add = (node, one) => found.push({ ...one, line: text.slice(0, node.start).split('\n').length })
  walk(parseSync(file, text).program, (node) => {
    for (const one of inSql(textOf(node) ?? '', tables)) add(node, one)
    if (node.type !== 'CallExpression') return
    for (const table of inCall(node, tables)) add(node, { table, writes: false })
    if (node.callee.type !== 'MemberExpression' || !WRITES.has(node.callee.property.name)) return
    let begin = node.callee.object
    while (begin.type === 'CallExpression' && begin.callee.type === 'MemberExpression') begin = begin.callee.object
    if (begin.type === 'CallExpression') for (const table of inCall(begin, tables)) add(begin, { table, writes: true })
  })
  return found
}

const within = (file, place) => file === place || file.startsWith(`${place}/`)

const HOW_TO_OWN = 'give it a row in the feature.ts of its folder'

/** Returns why a file below `server/src` may not name a table; undefined if it may. */
export function refusal(file, { table, writes }) {
  const owner = Object.keys(owners).find((folder) => owners[folder].includes(table))
  if (file.endsWith('/feature.ts') || Object.keys(walkers).some((place) => within(file, place))) return undefined
  if (!owner) return `names ${table}, which has no owner: ${HOW_TO_OWN}`
  if (within(file, owner)) return undefined
  if (exceptions[file]?.tables.includes(table)) return undefined
  // What always holds is mostly about the rows of two features.
  if (!file.endsWith('.invariants.ts') && !Object.keys(readers).some((place) => within(file, place)))
    return `names ${table}, which belongs to ${owner}`
  return writes ? `writes ${table}, which belongs to ${owner}: it may only read` : undefined
}

/** Lists every table reference in the server's own code. */
export function readTables() {
  const known = Object.values(owners).flat()
  const made = madeTables()
  return listed(SERVER.slice(0, -1)).flatMap((path) => {
    const file = path.replace(tierOf, '')
    return tablesNamed(path, read(path), [...known, ...made]).map((one) => ({ ...one, file, path }))
  })
}

/** Lists every violation of table ownership, a sentence each. */
export function tableProblems() {
  const named = readTables()
  const made = madeTables()
  const owned = Object.values(owners).flat()
  const used = ([file, { tables }]) =>
    tables
      .filter((table) => !named.some((one) => one.file === file && one.table === table))
      .map((table) => [file, table])
  return [
    ...made.filter((table) => !owned.includes(table)).map((table) => `${table} has no owner: ${HOW_TO_OWN}`),
    ...owned
      .filter((table) => !made.includes(table))
      .map((table) => `a feature.ts declares ${table}: no migration creates it`),
    ...owned.filter((table, at) => owned.indexOf(table) !== at).map((table) => `${table} has two owners`),
    ...Object.entries(exceptions)
      .flatMap(used)
      .map(([file, table]) => `${file} no longer names ${table}: remove it from the exceptions in run/tables.mjs`),
    ...new Set(
      named.flatMap((one) => {
        const why = refusal(one.file, one)
        return why ? [`${one.path}:${one.line} ${why}`] : []
      }),
    ),
  ]
}

if (import.meta.main) for (const problem of tableProblems()) console.log(problem)
