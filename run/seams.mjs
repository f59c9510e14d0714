import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './children.mjs'
import { storeSlots } from './lists.mjs'
import { sourceFiles } from './sources.mjs'
import { optionalFeatures } from './without.mjs'

/**
 * Lists the seams that are no seams, a sentence each. A slot has a type, and two files that fill it; a hook has two features that join. One alone
 * is an import, unless it is of an optional feature, which others may not import.
 */
export function seamProblems({ slots, hooks, optional }) {
  const isOptional = (file) => optional.some((place) => file === place || file.startsWith(`${place}/`))
  const tooFew = (joiners) => joiners.length === 0 || (joiners.length === 1 && !isOptional(joiners[0]))
  return [
    ...slots
      .filter(({ type }) => !type)
      .map(({ from }) => `${from} has a slot without a type: name one that it exports, as import.meta.glob<Type>`),
    ...slots
      .filter(({ files }) => tooFew(files))
      .map(({ from, files: [one] }) => `${from} has a slot that only ${one ?? 'nobody'} fills: import it`),
    ...hooks
      .filter(({ joiners }) => tooFew(joiners))
      .map(({ name, joiners: [one] }) => `The hook ${name} has one who joins, ${one ?? 'nobody'}: import it`),
  ]
}

/** Reads the seams of the project: the places where features join others. */
export const readSeams = async () => ({
  slots: storeSlots(),
  hooks: readHooks(),
  optional: Object.values(await optionalFeatures()).flat(),
})

/** Lists the hooks of the server with the files that join. */
function readHooks() {
  const files = sourceFiles('server/src').filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const texts = files.map((file) => [file, readFileSync(join(root, file), 'utf8')])
  const joining = texts.filter(([file]) => file.endsWith('.hooks.ts'))
  return texts.flatMap(([, text]) =>
    [...text.matchAll(/^export const (\w+) =\s+hook</gm)].map(([, name]) => ({
      name,
      joiners: joining.filter(([, joined]) => new RegExp(`\\b${name}\\.by\\(`).test(joined)).map(([file]) => file),
    })),
  )
}

if (import.meta.main) for (const problem of seamProblems(await readSeams())) console.log(problem)
