import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Node, treeOf } from '../find-texts.ts'

/** The folder of the store's sources. */
export const STORE = fileURLToPath(new URL('../../src/', import.meta.url))

/** The top-level declarations and imports of a file. */
export type Module = {
  file: string
  code: string
  tree: Node
  /** Constants by name. */
  constants: Map<string, Node>
  /** Functions by name. */
  functions: Map<string, Node>
  /** Names imported from our files. */
  imports: Map<string, { file: string; name: string }>
}

/** Source that the compiler does not understand, with its location. */
export class StyleProblem extends Error {
  constructor({ file, code }: Module, { start }: { start: number }, message: string) {
    super(`${file}:${code.slice(0, start).split('\n').length}: ${message}`)
  }
}

export const sourceOf = ({ code }: Module, { start, end }: { start: number; end: number }): string =>
  code.slice(start, end)

export const nameOf = (node: unknown): string => String((node as { name?: string })?.name)

/** Resolves an import to one of our files; undefined otherwise. */
function fileOf(from: string, source: string): string | undefined {
  if (source.startsWith('.')) return resolve(dirname(from), source)
  return source.startsWith('web-store/ui/') ? resolve(STORE, source.slice('web-store/'.length)) : undefined
}

/** Reads each file once. */
export class Modules {
  private readonly known = new Map<string, Module>()

  get(file: string, code?: string): Module {
    const module = this.known.get(file) ?? readModule(file, code ?? readFileSync(file, 'utf8'))
    this.known.set(file, module)
    return module
  }
}

function readModule(file: string, code: string): Module {
  const module: Module = {
    file,
    code,
    tree: treeOf(code, file),
    constants: new Map(),
    functions: new Map(),
    imports: new Map(),
  }
  for (const statement of module.tree.body as Node[]) {
    if (statement.type === 'ImportDeclaration') readImport(module, statement)
    else readDeclaration(module, (statement.declaration as Node | null) ?? statement)
  }
  return module
}

function readImport({ file, imports }: Module, statement: Node): void {
  const from = fileOf(file, String((statement.source as Node).value))
  if (!from) return
  for (const specifier of statement.specifiers as Node[])
    if (specifier.type === 'ImportSpecifier')
      imports.set(nameOf(specifier.local), { file: from, name: nameOf(specifier.imported) })
}

function readDeclaration({ constants, functions }: Module, statement: Node): void {
  if (statement.type === 'FunctionDeclaration') functions.set(nameOf(statement.id), statement)
  if (statement.type !== 'VariableDeclaration' || statement.kind !== 'const') return
  for (const { id, init } of statement.declarations as { id: Node; init: Node | null }[])
    if (id.type === 'Identifier' && init) constants.set(nameOf(id), init)
}
