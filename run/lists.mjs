import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import process from 'node:process'
import { root } from './children.mjs'

/** Works in a folder without git too. */
const filesLike = (pattern) =>
  globSync(pattern, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()

const read = (file) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '')

const camel = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())

/** Generated lists: TypeScript needs each of them complete. Git ignores them: every task of `run.mjs` and vitest write them from the files that they name. */
const lists = {
  'server/contract/index.ts': contractIndex,
  'server/contract/courses/extra-fields.ts': courseFields,
  'server/contract/orders/buy-fields.ts': buyFields,
  'server/contract/own-sentences.ts': ownSentences,
  'web-store/src/admin/tabs/tab-list.ts': tabList,
  'web-store/src/slots.ts': slots,
}

/** Writes the fields that features add to a purchase, from the `*.buy-fields.ts` of the contract. */
function buyFields() {
  const files = filesLike('server/contract/**/*.buy-fields.ts')
  const found = files.map((file) => {
    const [name] = posix.basename(file).split('.')
    const priced = /^export const priceFields = /m.test(read(file))
    return { file, bought: `${camel(name)}Fields`, priced: priced ? `${camel(name)}PriceFields` : undefined }
  })
  const imports = found.map(({ file, bought, priced }) => {
    const names = [`buyFields as ${bought}`, ...(priced ? [`priceFields as ${priced}`] : [])].join(', ')
    return `import { ${names} } from '${file.replace('server/contract', '..')}'`
  })
  const rows = (names) => (names.length === 0 ? '{}' : ['{', ...names.map((name) => `  ...${name},`), '}'].join('\n'))
  return [
    "import type { z } from 'zod'",
    ...imports,
    '',
    '/** Optional fields of `orders.buy` by feature. Written by `run/lists.mjs`. */',
    `export const buyFields = ${rows(found.map(({ bought }) => bought))}`,
    '',
    '/** Fields that change a price: `orders.price` takes them too, and two purchases that differ in one are two orders. */',
    `export const priceFields = ${rows(found.flatMap(({ priced }) => priced ?? []))}`,
    '',
    'export type BuyFields = {',
    '  [Name in keyof typeof buyFields]?: z.output<(typeof buyFields)[Name]> | undefined',
    '}',
    '',
  ].join('\n')
}

/** Writes the sentences that features have in a `said.json` of their folder of the contract. */
function ownSentences() {
  const folders = filesLike('server/contract/*/said.json').map((file) => file.split('/').at(-2))
  return [
    ...folders.map((folder) => `import type ${camel(folder)} from './${folder}/said.json'`),
    '/** Sentences of features. Written by `run/lists.mjs`. */',
    `export type OwnSentence = ${['never', ...folders.map((folder) => `keyof typeof ${camel(folder)}`)].join(' | ')}`,
    '',
  ].join('\n')
}

/**
 * Writes the contract from its files: each exported object of calls is a feature, and several objects of one name are one. An object that
 * another file of the contract imports is a part of that file's.
 */
function contractIndex() {
  const files = filesLike('server/contract/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  const texts = new Map(files.map((file) => [file, read(file)]))
  const taken = new Set()
  for (const [file, text] of texts)
    if (!file.endsWith('/index.ts'))
      for (const [, names, path] of text.matchAll(/^import \{([^}]+)\} from '(\.[^']+)'/gm))
        for (const name of names.split(','))
          taken.add(`${posix.join(posix.dirname(file), path)} ${name.replace('type ', '').trim()}`)
  const groups = [...texts].flatMap(([file, text]) =>
    [...text.matchAll(/^export const (\w+) = \{\n([\s\S]*?)^\}/gm)]
      .filter(([, name, body]) => /^ {2}(\w+: \w*Call\(|\.\.\.\w+)/m.test(body) && !taken.has(`${file} ${name}`))
      .map(([, name]) => ({ name, file })),
  )
  const byName = Object.entries(Object.groupBy(groups, ({ name }) => name)).sort(([a], [b]) => (a < b ? -1 : 1))
  const named = byName.flatMap(([name, parts]) =>
    parts.map(({ file }, at) => ({ name, file, as: at ? `${name}${at + 1}` : name })),
  )
  const imports = Object.entries(Object.groupBy(named, ({ file }) => file))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, parts]) => {
      const names = parts.map(({ name, as }) => (name === as ? name : `${name} as ${as}`)).sort()
      return `import { ${names.join(', ')} } from '${file.replace('server/contract', '.')}'`
    })
  const rows = byName.map(([name]) => {
    const all = named.filter((one) => one.name === name).map(({ as }) => as)
    return all.length === 1 ? `  ${name},` : `  ${name}: { ${all.map((as) => `...${as}`).join(', ')} },`
  })
  return [
    ...imports,
    '',
    '/** Declares every call of the API once, for the server, the clients and the OpenAPI document. Written by `run/lists.mjs`. */',
    'export const contract = {',
    ...rows,
    '}',
    'export type Contract = typeof contract',
    '',
  ].join('\n')
}

/**
 * Writes what features add to a course from their `*.course-fields.ts`, each of which exports `courseFields`; `beside` and `sold` are in
 * those alone that name it.
 */
function courseFields() {
  const files = filesLike('server/contract/**/*.course-fields.ts')
  const named = files.map((file) => ({ file, as: camel(posix.basename(file, '.course-fields.ts')) }))
  const spread = (all, part) =>
    all.length === 0 ? '{}' : ['{', ...all.map(({ as }) => `  ...${as}.${part},`), '}'].join('\n')
  const merged = (part) => spread(named, part)
  const naming = (part) => named.filter(({ file }) => read(file).includes(`${part}:`))
  const imports = named.map(({ file, as }) => {
    const from = posix.relative('server/contract/courses', file)
    return [from.startsWith('.') ? from : `./${from}`, `courseFields as ${as}`]
  })
  return [
    "import type { z } from 'zod'",
    ...[...imports, ['../fields.ts', 'nullish'], ['./sold-field.ts', 'type SoldField']]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([from, names]) => `import { ${names} } from '${from}'`),
    '',
    '/** Fields that features add to a course: `shown` ones are in public answers too. Written by `run/lists.mjs`. */',
    `export const shownFields = nullish(${merged('shown')})`,
    `export const hiddenFields = nullish(${merged('hidden')})`,
    '/** Checks beside a field of the course that says the same: its price in rupees, where 0 is none yet, and its period. */',
    'type Beside = { price?: (price: number) => z.ZodType; access_period?: (period: string | null) => z.ZodType }',
    `export const fieldsBeside: Readonly<Record<string, Beside>> = ${spread(naming('beside'), 'beside')}`,
    '/** Fields that change what is paid or what it buys. */',
    `export const soldFields = ${spread(naming('sold'), 'sold')} satisfies Record<string, SoldField>`,
    '',
  ].join('\n')
}

/** Writes the console's tabs from the `tabs.ts` of its folders. */
function tabList() {
  const folders = filesLike('web-store/src/admin/*/tabs.ts')
    .map((file) => file.split('/').at(-2))
    .filter((folder) => folder !== 'tabs')
  return [
    ...folders.map((folder) => `import { tabs as ${camel(folder)} } from '../${folder}/tabs.ts'`),
    '',
    '/** Every tab of the console, by folder. Written by `run/lists.mjs`. */',
    'export const tabList = [',
    ...folders.map((folder) => `  ...${camel(folder)},`),
    '] as const',
    '',
  ].join('\n')
}

const SLOT = /(?:\b(slot)(?:<(\w+)>)?\(\s*)?import\.meta\.glob(?:<(\w+)>)?\(\s*(\[[^\]]*\]|'[^']*')(?=[,)\s])/g

/**
 * Lists the places of the store and the console that are filled by files, as `{ from, type, files }`: `type` is what each file has to be, in
 * TypeScript, undefined for a place that does not say.
 */
export function storeSlots() {
  const ofStore = (path) => `import('./${posix.relative('web-store/src', path)}')`
  return filesLike('web-store/src/**/*.{ts,tsx}').flatMap((from) => {
    const text = read(from)
    const declared = (name) => {
      const line = new RegExp(`import (?:type )?\\{[^}]*\\b${name}\\b[^}]*\\} from '(\\.[^']+)'`).exec(text)
      return `${ofStore(line ? posix.join(posix.dirname(from), line[1]) : from)}.${name}`
    }
    return [...text.matchAll(SLOT)].map(([, slot, props, module, patterns]) => ({
      from,
      type: slot ? `Part<${props ? declared(props) : 'object'}>` : module && declared(module),
      files: found(patterns, from).filter((file) => !found(patterns, from, '!').includes(file)),
    }))
  })
}

/** Lists the files that the patterns of a slot find, or with `!` those that they leave out. */
const found = (patterns, from, sign = '') =>
  [...patterns.matchAll(/'(!?)([^']+)'/g)]
    .flatMap(([, its, pattern]) => (its === sign ? filesLike(posix.join(posix.dirname(from), pattern)) : []))
    .filter((file) => file !== from && !file.includes('.test.'))

/** Writes every slot with the files that fill it, so that the compiler checks them against its type. */
function slots() {
  const rows = storeSlots().flatMap(({ type, files }) =>
    files.map((file) => `  Fits<${type}, typeof import('./${posix.relative('web-store/src', file)}')>,`),
  )
  return [
    "import type { PartFile as Part } from './ui/later.tsx'",
    '',
    'type Fits<Slot, File extends Slot> = [Slot, File]',
    '',
    '/** Every slot of the store and the console with each file that fills it. Written by `run/lists.mjs`. */',
    'export type Slots = [',
    ...rows,
    ']',
    '',
  ].join('\n')
}

/** Files that nobody writes by hand. */
export const written = Object.keys(lists)

/** Names lists that git tracks, a sentence each. */
export function listProblems() {
  const { stdout } = spawnSync('git', ['ls-files', ...written], { cwd: root, encoding: 'utf8' })
  return (stdout ?? '')
    .split('\n')
    .filter(Boolean)
    .map((file) => `${file} is written by every task: git rm --cached ${file}`)
}

/** Writes the lists that differ, and returns their names. */
export function writeLists() {
  const changed = Object.entries(lists)
    .map(([file, write]) => [file, write()])
    .filter(([file, text]) => read(file) !== text)
  for (const [file, text] of changed) {
    // Another process may read it now: it sees the old list or the new one.
    const part = join(root, `${file}.${process.pid}.part`)
    writeFileSync(part, text)
    renameSync(part, join(root, file))
  }
  return changed.map(([file]) => file)
}
