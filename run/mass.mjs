import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from '@babel/parser'
import { root } from './children.mjs'
import { folderPairs, isTest, readImports } from './imports.mjs'
import { written } from './lists.mjs'
import { sourceFiles } from './sources.mjs'
import { optionalFeatures } from './without.mjs'

// `node run/mass.mjs` prints how large the project is, and with a commit how many files changed since. Tokens are counted, for a line can be made longer and a token cannot.

/** Counts the tokens of a file: a string is one, comments are none. */
export function tokensOf(file, text) {
  const plugins = file.endsWith('x') ? ['typescript', 'jsx'] : ['typescript']
  const { tokens } = parse(text, { sourceType: 'module', tokens: true, errorRecovery: true, plugins })
  return tokens.filter(({ type }) => !String(type).startsWith('Comment')).length
}

/** Counts the files that existed, and the new ones, that the commits from `base` on touch in a tree of git. */
export function filesTouched(base, folder = root) {
  const listed = execFileSync('git', ['diff', '--name-status', '--no-renames', base], { cwd: folder, encoding: 'utf8' })
  const states = listed
    .split('\n')
    .filter(Boolean)
    .map((line) => line[0])
  return {
    existing: states.filter((state) => state !== 'A').length,
    added: states.filter((state) => state === 'A').length,
  }
}

async function print(base) {
  const files = sourceFiles().filter((file) => /(?<!\.d)\.(ts|tsx|mjs)$/.test(file) && !written.includes(file))
  const optional = Object.values(await optionalFeatures()).flat()
  const sum = { source: 0, trunk: 0, tests: 0 }
  for (const file of files) {
    const tokens = tokensOf(file, readFileSync(join(root, file), 'utf8'))
    if (isTest(file)) sum.tests += tokens
    else {
      sum.source += tokens
      if (!optional.some((place) => file === place || file.startsWith(`${place}/`))) sum.trunk += tokens
    }
  }
  const touched = base ? { touched: filesTouched(base) } : {}
  console.log({ files: files.length, tokens: sum, pairsOfFolders: folderPairs(readImports()).length, ...touched })
}

if (import.meta.main) await print(process.argv[2])
