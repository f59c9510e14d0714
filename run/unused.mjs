import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './children.mjs'

/** Reports modules that a file imports in two lines, mostly types and values apart. */
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
 * Reports exports that no other file imports and the file itself does not use. Imports of tests count.
 * @param {(file: string) => string} read returns the text of a file
 */
export function unusedExports(files, imports, read = (file) => readFileSync(join(root, file), 'utf8')) {
  const taken = new Set(imports.flatMap(({ to, names }) => names.map((name) => `${to} ${name}`)))
  return files.flatMap((file) => {
    if (taken.has(`${file} *`)) return []
    const text = read(file)
    const given = [...text.matchAll(EXPORT)].map(([, name]) => name)
    const unused = given.filter(
      (name) => !isFound(file, name) && !taken.has(`${file} ${name}`) && uses(text, name) === 1,
    )
    return unused.map((name) => `${file} exports ${name}, which nothing uses`)
  })
}

/** Migrations and jobs are found by their folder. */
const isFound = (file, name) =>
  file.startsWith('server/src/serve/jobs/') ? name.endsWith('Job') : ['up', 'down'].includes(name)

const EXPORT = /^export (?:async )?(?:const|function|class|type|interface) (\w+)/gm

const uses = (text, name) => text.split(new RegExp(`\\b${name}\\b`)).length - 1
