import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contract } from 'contract'
import type { ErrorCode } from 'contract/errors'
import { type Node, nodesOf, plainText, treeOf } from './find-texts.ts'

/** A text of server or contract in one place, with `…` for values. People never see those marked `toPrograms`. */
export type Sentence = { text: string; place: string; toPrograms: boolean }

type File = { path: string; imports: Map<string, { from: string; name: string }>; declared: Map<string, Node> }
type Declared = { file: File; node: Node }

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Mostly caused by other programs, with input that no form of the store sends. */
const OF_PROGRAMS: readonly string[] = [
  'bad_request',
  'method_not_allowed',
  'unsupported_media_type',
  'invalid_signature',
] satisfies ErrorCode[]
/** Rules for ids and numbers that no person typed. */
const OF_VALUES = /^(Must be|Idempotency-Key) /

/** Two words or more, the first with a capital. */
const SENTENCE = /^\p{Lu}\S*\s.*\p{Ll}/su

/** Functions whose texts have another audience, or their own language. */
const ELSEWHERE = new Set(['t', 'plural', 'raw', 'whereRaw', 'log', 'defineCall'])

/**
 * Lists all sentences in code reachable from these files. Skips calls below `/admin`, code that only they reach, and
 * declarations for which `isElsewhere` is true.
 */
export function findSentences(
  roots: readonly string[],
  isElsewhere: (name: string, file: string) => boolean,
): Sentence[] {
  const files = new Map<string, File>()
  const reached = new Map<string, Declared>()
  const found: Sentence[] = []

  const fileOf = (path: string): File => {
    const file = files.get(path) ?? readDeclarations(path)
    files.set(path, file)
    return file
  }
  const reach = (file: File, name: string): void => {
    const node = file.declared.get(name)
    const place = relative(root, file.path)
    const key = `${place} ${name}`
    if (node && !reached.has(key) && !isElsewhere(name, place)) reached.set(key, { file, node })
    const taken = node ? undefined : file.imports.get(name)
    if (taken?.name === '*') reachAll(fileOf(taken.from))
    else if (taken) reach(fileOf(taken.from), taken.name)
  }
  const reachAll = (file: File): void => {
    for (const name of file.declared.keys()) reach(file, name)
  }

  for (const path of roots) reachAll(fileOf(join(root, path)))
  // A map's iteration includes entries added meanwhile.
  for (const [place, { file, node }] of reached) {
    for (const { part, toPrograms } of partsOf(node)) {
      if (part.type === 'Identifier') reach(file, String(part.name))
      const text = wordsOf(part)
      if (text !== undefined && SENTENCE.test(text))
        found.push({ text, place, toPrograms: toPrograms || OF_VALUES.test(text) })
    }
  }
  return found
}

/** Walks the nodes that a visitor's call may execute, without types, field names, and texts for another audience. */
function* partsOf(part: Node, within = false): Generator<{ part: Node; toPrograms: boolean }> {
  if (/^TS(?!As|Satisfies|NonNull)/.test(part.type) || isLeftOut(part)) return
  const toPrograms = within || OF_PROGRAMS.includes(codeOf(part) ?? '')
  yield { part, toPrograms }
  for (const [field, value] of Object.entries(part)) {
    if (!part.computed && NAMED.has(`${part.type} ${field}`)) continue
    for (const child of Array.isArray(value) ? value : [value])
      if (child?.type) yield* partsOf(child as Node, toPrograms)
  }
}

const NAMED = new Set(['MemberExpression property', 'Property key'])

/** Returns the code of `appError('not_found', …)`. */
const codeOf = (node: Node) =>
  node.type === 'CallExpression' && namesOf(node)[0] === 'appError'
    ? plainText((node.arguments as Node[])[0])
    : undefined

/**
 * Returns `['calls', 'live', 'join', 'handler']` for `calls.live.join.handler(…)`; also for the start of a chain of
 * calls.
 */
function namesOf(node: Node | undefined): string[] {
  if (node?.type === 'Identifier') return [String(node.name)]
  if (node?.type === 'CallExpression') return namesOf(node.callee as Node)
  if (node?.type !== 'MemberExpression') return []
  return [...namesOf(node.object as Node), String((node.property as Named).name)]
}

function isLeftOut(node: Node): boolean {
  // Errors for programmers; people get an `appError`.
  if (node.type === 'NewExpression') return namesOf(node.callee as Node).some((name) => name.endsWith('Error'))
  if (node.type === 'Property') return isRowOfAdmins(node)
  if (node.type !== 'CallExpression') return false
  if ((node.callee as Node).type === 'Super') return true
  const names = namesOf(node)
  if (names[0] === 'calls' && names.at(-1) === 'handler') return isOfAdmins(pathOf(names.slice(1, -1)))
  if (names[0] === 'defineCall' && names.length > 1) return isOfAdmins(declaredPath(node))
  return names.some((name) => ELSEWHERE.has(name))
}

/** Returns true for a table row of an admin call: `'users.sendAccess': …`. Texts for the gateway are no answers. */
function isRowOfAdmins({ key }: Node): boolean {
  const name = plainText(key as Node)
  const path = name?.includes('.') ? pathOf(name.split('.')) : undefined
  return (path !== undefined && isOfAdmins(path)) || (key as Partial<Named>).name === 'description'
}

const isOfAdmins = (path: string | undefined) => path?.startsWith('/admin') ?? true

type Tree = { [name: string]: Tree } & { '~orpc'?: { route: { path?: string } } }
const pathOf = (names: string[]) =>
  names.reduce<Tree | undefined>((tree, name) => tree?.[name], contract as unknown as Tree)?.['~orpc']?.route.path

/** Returns the path of a contract entry, from the call that begins it. */
function declaredPath(entry: Node): string | undefined {
  const calls = [...nodesOf(entry)].filter(({ type }) => type === 'CallExpression')
  const begin = calls.find((call) => namesOf(call).join() === 'defineCall')
  const [options] = (begin?.arguments ?? []) as Node[]
  const fields = (options?.properties ?? []) as { key?: Partial<Named>; value: Node }[]
  return plainText(fields.find(({ key }) => key?.name === 'path')?.value)
}

/** Returns plain words, or those of a template with `…` for its values. */
function wordsOf(node: Node): string | undefined {
  if (node.type !== 'TemplateLiteral') return plainText(node)
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')
}

/** Reads the top-level declarations of a file, and its imports from our other files. */
function readDeclarations(path: string): File {
  const file: File = { path, imports: new Map(), declared: new Map() }
  for (const statement of treeOf(readFileSync(path, 'utf8'), path).body as Node[]) {
    const { source, declaration = statement } = statement as unknown as Statement
    const from = source ? ownFile(path, source.value) : undefined
    for (const { local, imported, exported } of from ? ((statement.specifiers ?? []) as Specifier[]) : [])
      if (from)
        file.imports.set((exported ?? local).name, { from, name: exported ? local.name : (imported?.name ?? '*') })
    if (source || !declaration) continue
    const declarators = (declaration.declarations ?? [declaration]) as (Node & { id?: Node })[]
    for (const one of declarators) for (const name of namesIn(one)) file.declared.set(name, one)
  }
  return file
}

type Named = { name: string }
type Statement = { source?: { value: string } | null; declaration?: Node | null }
type Specifier = { local: Named; imported?: Named; exported?: Named }

/** Returns the names of a declaration: each part of a pattern, or the position of a bare statement. */
function namesIn({ id, start }: Node & { id?: Node }): string[] {
  if (!id) return [`at ${start}`]
  if (id.type === 'Identifier') return [String(id.name)]
  return [...nodesOf(id)].filter(({ type }) => type === 'Identifier').map(({ name }) => String(name))
}

function ownFile(from: string, spec: string): string | undefined {
  if (spec.endsWith('.json')) return undefined
  if (spec.startsWith('.')) return join(dirname(from), spec)
  const [name, ...rest] = spec.split('/')
  return name === 'contract' ? join(root, 'server/contract', `${rest.join('/') || 'index'}.ts`) : undefined
}
