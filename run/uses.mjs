import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './children.mjs'
import { tiers } from './homes.mjs'
import { isTest, readImports } from './imports.mjs'

const page = join(root, 'docs/architecture.md')

const FEATURE = new RegExp(`^server/src/((?:${tiers.join('|')})/[^/.]+)/`)

/** Writes which features of the server import which, pieces of SQL included: the rest of the page is by hand. */
function pageWithUses() {
  const uses = new Map()
  for (const { from, to } of readImports()) {
    const [one, other] = [from, to].map((file) => FEATURE.exec(file)?.[1])
    // Every feature imports the platform.
    if (!one || !other || one === other || other.startsWith('platform/') || isTest(from)) continue
    uses.set(one, (uses.get(one) ?? new Set()).add(other.split('/')[1]))
  }
  const rows = tiers.flatMap((tier) =>
    [...uses]
      .filter(([name]) => name.startsWith(`${tier}/`))
      .sort()
      .map(([name, others]) => `| \`${name}\` | ${[...others].sort().join(', ')} |`),
  )
  const table = ['| feature | uses |', '| --- | --- |', ...rows].join('\n')
  return readFileSync(page, 'utf8').replace(/(?<=<!-- uses -->\n\n)[\s\S]*?(?=\n\n<!-- end of uses -->)/, table)
}

/** Writes the table of uses into the page. */
export const writeUses = () => writeFileSync(page, pageWithUses())

/** Says in a sentence that the table is old; nothing while it is not. */
export const usesProblems = () =>
  readFileSync(page, 'utf8') === pageWithUses()
    ? []
    : ['docs/architecture.md: who uses whom has changed: npm run fix writes it']
