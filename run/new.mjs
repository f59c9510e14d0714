import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runNode } from './children.mjs'
import { tiers } from './homes.mjs'
import { audiencesOf, kinds, writeFeature } from './new-feature.mjs'

const featureTiers = tiers.filter((tier) => !['platform', 'serve'].includes(tier))

const skeleton = `/** Describe this table or column, and why it is needed. */
export const up = \`
\`

export const down = \`
\`
`

/** Runs `npm run new -- migration NAME` or `npm run new -- feature NAME [--for WHOM] [--tier TIER]`. Returns an exit code. */
export async function makeNew([kind, name = '', ...rest]) {
  if (kind === 'migration' && /^[a-z][a-z0-9_]{2,60}$/.test(name) && rest.length === 0) return newMigration(name)
  const options = optionsOf(rest)
  if (kind === 'feature' && /^[a-z][a-z0-9]+(-[a-z0-9]+)*$/.test(name) && options) return newFeature(name, options)
  console.error(
    `Use: npm run new -- migration name_in_small_letters\n     npm run new -- feature name-of-its-folder [--for ${Object.keys(kinds).join('|')}|public,admin|student,admin] [--tier ${featureTiers.join('|')}]`,
  )
  return 1
}

/** Reads `--for` and `--tier`, in any order; undefined if one is unknown. */
function optionsOf(rest) {
  const options = Object.fromEntries(rest.flatMap((word, at) => (at % 2 === 0 ? [[word, rest[at + 1] ?? '']] : [])))
  const { '--for': whom = 'student', '--tier': tier = 'people', ...others } = options
  const audiences = audiencesOf(whom)
  const isKnown = audiences && featureTiers.includes(tier) && Object.keys(others).length === 0
  return isKnown ? { whom: audiences, tier } : undefined
}

function newMigration(name) {
  const file = migrationFile(name)
  writeFileSync(join(root, file), skeleton, { flag: 'wx' })
  console.log(`Wrote ${file}`)
  return 0
}

async function newFeature(name, options) {
  const taken = tiers.some((tier) => existsSync(join(root, `server/src/${tier}/${name}`)))
  if (taken || existsSync(join(root, `server/contract/${name}.ts`))) {
    console.error(`A feature ${name} exists already.`)
    return 1
  }
  const files = writeFeature(root, name, options, migrationFile(name.replaceAll('-', '_')))
  for (const file of files) console.log(`Wrote ${file}`)
  for (const step of new Set(options.whom.flatMap((one) => kinds[one]))) console.log(`Left: ${step}`)
  // The formatter breaks a line depending on the length of the name.
  const formatter = 'node_modules/@biomejs/biome/bin/biome'
  if (existsSync(join(root, formatter))) return runNode([formatter, 'check', '--write', ...files], { tool: true })
  console.log('Left: npm run fix, which formats the new files')
  return 0
}

const migrationFile = (name) => `migrations/${nextStamp(readdirSync(join(root, 'migrations')), new Date())}_${name}.ts`

/** Returns the stamp of a migration made now (UTC), later than all existing ones, because they run in this order. */
export function nextStamp(files, now) {
  const stamp = now.toISOString().replace(/\D/g, '').slice(0, 14)
  const newest = files.map((file) => file.slice(0, 14)).reduce((a, b) => (a > b ? a : b), '')
  return stamp > newest ? stamp : String(BigInt(newest) + 1n)
}
