import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import data from '@mdn/browser-compat-data' with { type: 'json' }
import { parse } from 'acorn'
import { type Node, nodesOf, treeOf } from '../find-texts.ts'
import { ATTRIBUTES } from '../styles/compile-styles.ts'
import { ALLOWED } from './allowed.ts'
import { FIRST_SCRIPTS, FLOOR, FLOOR_MARK, POLYFILLS } from './floor.ts'
import { missingIn, type Support } from './support.ts'

/** A part of MDN's table: further parts by their names, and the browsers that have it. */
type Entry = { __compat?: { support: Support }; [name: string]: Entry | { support: Support } | undefined }

const table = data as unknown as { javascript: { builtins: Entry; regular_expressions: Entry }; api: Entry; css: Entry }

/** Files that run without a page, where nothing is polyfilled. */
const WITHOUT_PAGE = /-worker[-.]/
const isCopy = (name: string) => /-\w\w[0-9a-f]{8}\.js$/.test(name)

const partsOf = (entry: Entry) => Object.entries(entry).filter(([name]) => name !== '__compat') as [string, Entry][]

type Feature = { name: string; missing: string[] }

/** The features of built-ins and of the browser, by what a call of them looks like: `URL.canParse`, `.toSorted`, `Map`. */
function featuresByCall(): Map<string, Feature[]> {
  const calls = new Map<string, Feature[]>()
  const add = (call: string, name: string, entry: Entry) => {
    if (!entry.__compat) return
    const feature = { name, missing: missingIn(FLOOR.buys, entry.__compat.support) }
    calls.set(call, [...(calls.get(call) ?? []), feature])
  }
  const { builtins } = table.javascript
  for (const [root, part] of [
    ['javascript.builtins', builtins],
    ['api', table.api],
  ] as const) {
    for (const [object, entry] of partsOf(part)) {
      add(object, `${root}.${object}`, entry)
      for (const [member, inside] of partsOf(entry)) {
        if (member.endsWith('_event')) continue
        const plain = member.replace(/_static$/, '')
        const name = `${root}.${object}.${member}`
        add(`${object}.${plain}`, name, inside)
        add(`.${plain}`, name, inside)
      }
    }
  }
  return calls
}

/** Features of regular expressions that end the whole script in a browser that lacks them. */
const EXPRESSIONS: [pattern: RegExp, feature: string][] = [
  [/\(\?<[=!]/, 'lookbehind_assertion'],
  [/\(\?[ims]*-?[ims]*:(?<!\(\?:)/, 'modifier'],
]

export type Use = { feature: string; file: string; missing: string[] }

const calls = featuresByCall()
const polyfilled = new Set(POLYFILLS.flatMap(({ features }) => features))

/** Lists what a built script calls and a browser of the floor lacks. Polyfills do not count in a worker. */
export function newerFeatures(code: string, file: string): Use[] {
  const found = new Map<string, Use>()
  const look = (call: string) => {
    const features = calls.get(call)
    if (!features?.every(({ missing }) => missing.length > 0)) return
    const [first] = features as [Feature]
    if (!WITHOUT_PAGE.test(file) && features.some(({ name }) => polyfilled.has(name))) return
    found.set(call, { feature: call, file, missing: first.missing })
  }
  for (const node of nodesOf(treeOf(code, file))) {
    if (node.type === 'NewExpression' || node.type === 'CallExpression') lookAtCallee(node.callee as Node, look)
    if (node.type === 'Literal' && node.regex) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string }
      for (const [form, feature] of EXPRESSIONS) if (form.test(pattern)) lookAtSyntax(feature)
      if (flags.includes('v')) lookAtSyntax('unicode_sets')
    }
  }
  return [...found.values()]

  function lookAtSyntax(feature: string): void {
    const entry = table.javascript.regular_expressions[feature] as Entry | undefined
    const missing = entry?.__compat ? missingIn(FLOOR.buys, entry.__compat.support) : ['all']
    if (missing.length > 0) found.set(feature, { feature, file, missing })
  }
}

const nameOf = (node: Node): string => (node.type === 'Identifier' ? (node.name as string) : '')

function lookAtCallee(callee: Node, look: (call: string) => void): void {
  if (callee.type === 'Identifier') look(nameOf(callee))
  if (callee.type !== 'MemberExpression' || callee.computed) return
  const [object, member] = [nameOf(callee.object as Node), nameOf(callee.property as Node)]
  look(calls.has(`${object}.${member}`) ? `${object}.${member}` : `.${member}`)
}

/** Returns the scripts that stand in a page. */
export const scriptsIn = (html: string): string[] =>
  Array.from(html.matchAll(/<script(?: id="\w+")?>(.*?)<\/script>/gs), ([, text = '']) => text)

/** Throws where a script of a page has syntax newer than its first scripts may have. */
export function checkFirstScripts(html: string): void {
  for (const script of scriptsIn(html)) parse(script, { ecmaVersion: FIRST_SCRIPTS.ecmaVersion, sourceType: 'script' })
}

/**
 * Throws if a built file calls what a browser of the floor lacks and no polyfill gives it. `ALLOWED` names each call that
 * only looks like it, or that is made where the browser has it.
 */
export async function checkBuilt(client: string): Promise<void> {
  for (const page of (await readdir(client)).filter((name) => /^index\..*html$/.test(name)))
    checkFirstScripts(await readFile(join(client, page), 'utf8'))
  await checkAttributes(client)
  const names = (await readdir(join(client, 'assets'))).filter((name) => name.endsWith('.js') && !isCopy(name))
  const files = [...names.map((name) => `assets/${name}`), 'service-worker.js']
  const uses = await Promise.all(
    files.map(async (file) => newerFeatures(await readFile(join(client, file), 'utf8'), file)),
  )
  const refused = uses.flat().filter(({ feature }) => !(feature in ALLOWED))
  if (refused.length > 0) {
    const lines = refused.map(({ feature, file, missing }) => `  ${feature} in ${file}: not in ${missing.join(', ')}`)
    throw new Error(
      `The built store needs what browsers of its floor lack (build/floor/floor.ts):\n${[...new Set(lines)].join('\n')}`,
    )
  }
}

/** Throws if a built script lacks an attribute that stands in the sources: the compiler of styles has taken it for a style. */
async function checkAttributes(client: string): Promise<void> {
  const textOf = async (folder: string, isOne: (name: string) => boolean) => {
    const names = (await readdir(folder, { recursive: true })).filter(isOne)
    return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n')
  }
  const sources = await textOf(
    fileURLToPath(new URL('../../src', import.meta.url)),
    (name) => name.endsWith('.tsx') && !name.includes('.test.'),
  )
  const built = await textOf(join(client, 'assets'), (name) => name.endsWith('.js') && !isCopy(name))
  for (const name of ATTRIBUTES) {
    const written = sources.match(new RegExp(` ${name}="\\w+"`, 'g'))?.length ?? 0
    const left = built.match(new RegExp(`\\b${name}:[\`"']\\w+[\`"']`, 'g'))?.length ?? 0
    if (left < written) throw new Error(`${written - left} of ${written} attributes ${name}="…" are lost in the build`)
  }
}

/** Tells whether the mark of the floor is one: every browser of the floor has it, and no Chrome that only reads. */
export const markFits = (): boolean => {
  const entry = FLOOR_MARK.feature.split('.').reduce((part, name) => part[name] as Entry, table as unknown as Entry)
  const support = entry.__compat?.support
  return Boolean(support && missingIn(FLOOR.buys, support).length === 0 && missingIn(FLOOR.reads, support).length > 0)
}
