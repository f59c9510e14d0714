import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './children.mjs'

const skeleton = `/** What this table or column is for, and why it is needed. */
export const up = \`
\`

export const down = \`
\`
`

/** Begins a file of a kind that has a fixed place: so far `npm run new -- migration NAME`. Answers an exit code. */
export function makeNew([kind, name, ...rest]) {
  if (kind !== 'migration' || !/^[a-z][a-z0-9_]{2,60}$/.test(name ?? '') || rest.length > 0) {
    console.error('Use: npm run new -- migration name_in_small_letters')
    return 1
  }
  const file = `migrations/${nextStamp(readdirSync(join(root, 'migrations')), new Date())}_${name}.ts`
  writeFileSync(join(root, file), skeleton, { flag: 'wx' })
  console.log(`Wrote ${file}`)
  return 0
}

/** The stamp of a migration made now (UTC); later than every one that is there, for they are applied in this order. */
export function nextStamp(files, now) {
  const stamp = now.toISOString().replace(/\D/g, '').slice(0, 14)
  const newest = files.map((file) => file.slice(0, 14)).reduce((a, b) => (a > b ? a : b), '')
  return stamp > newest ? stamp : String(BigInt(newest) + 1n)
}
