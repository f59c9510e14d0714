import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './children.mjs'

/** Finds two lines that take names of one module, mostly one for types and one for values: one line takes both. */
export function importedTwice(imports) {
  const lines = imports.filter(({ names, again }) => !again && names.length > 0 && !names.includes('*'))
  const ofModule = Map.groupBy(lines, ({ from, spec }) => `${from} ${spec}`)
  return [...ofModule.values()].flatMap(([, second]) =>
    second
      ? [`${second.from}:${second.line} imports ${second.spec} a second time: one line takes types and values`]
      : [],
  )
}

/**
 * Names what a file exports although nobody takes it and the file itself does not use it. Tests count as takers.
 *
 * @param {(file: string) => string} read the text of a file
 */
export function unusedExports(files, imports, read = (file) => readFileSync(join(root, file), 'utf8')) {
  const taken = new Set(imports.flatMap(({ to, names }) => names.map((name) => `${to} ${name}`)))
  return files.flatMap((file) => {
    if (taken.has(`${file} *`)) return []
    const text = read(file)
    const given = [...text.matchAll(EXPORT)].map(([, name]) => name)
    const unused = given.filter(
      (name) => !STEPS.includes(name) && !taken.has(`${file} ${name}`) && uses(text, name) === 1,
    )
    return unused.map((name) => `${file} exports ${name}, which nothing uses`)
  })
}

/** A migration is loaded by the name of its file, and called by these. */
const STEPS = ['up', 'down']

const EXPORT = /^export (?:async )?(?:const|function|class|type|interface) (\w+)/gm

const uses = (text, name) => text.split(new RegExp(`\\b${name}\\b`)).length - 1
