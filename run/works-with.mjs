import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './children.mjs'

const FILE = join(root, 'docs/works-with.md')
const HEAD = `# What it works with

Programs that others wrote, beside the shop, as \`npm test -- world\` found them (\`tools/world\`). The run writes this page; a part that
was not run stays as it was, with its date. ✓ works, ◐ works within the limit that is said, ✗ fell, – was not on the machine.
`
const SIGNS = { works: '✓', limit: '◐', fails: '✗', absent: '–' }

/** Writes the rows of a run into docs/works-with.md: each part that was run anew, the others as they stand. */
export function writeWorksWith(rows) {
  const date = new Date().toISOString().slice(0, 10)
  const parts = new Map(existsSync(FILE) ? sectionsOf(readFileSync(FILE, 'utf8')) : [])
  for (const part of new Set(rows.map((row) => row.part)))
    parts.set(
      part,
      sectionOf(
        rows.filter((row) => row.part === part),
        date,
      ),
    )
  const sorted = [...parts].sort(([one], [other]) => (one < other ? -1 : 1))
  writeFileSync(FILE, [HEAD, ...sorted.map(([part, text]) => `## ${part}\n\n${text.trim()}\n`)].join('\n'))
}

/** Reads the rows that journeys of Playwright annotated, with how they ended. */
export function rowsOfPlaywright(report) {
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)]
  return report.suites.flatMap(specs).flatMap(({ tests }) =>
    tests.flatMap(({ status, annotations, results }) =>
      annotations
        .filter(({ type }) => type === 'world')
        .map(({ description }) => {
          const row = JSON.parse(description)
          const [error] = results.at(-1)?.errors ?? []
          if (status === 'skipped') return { ...row, result: 'absent', seen: 'Not on this machine.' }
          return status === 'unexpected' ? { ...row, result: 'fails', seen: error?.message.split('\n')[0] ?? '' } : row
        }),
    ),
  )
}

function sectionsOf(text) {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section.slice(section.indexOf('\n') + 1)])
}

function sectionOf(rows, date) {
  const cells = ({ result, name, version = '', did, guess, seen }) =>
    [SIGNS[result], `${name} ${version}`.trim(), did, guess, seen].map((text) => text.replaceAll('|', '\\|'))
  const sorted = rows.toSorted((one, other) => (`${one.name} ${one.did}` < `${other.name} ${other.did}` ? -1 : 1))
  return [
    `Run on ${date}.`,
    '',
    '| | Program | What was done | Guessed | Seen |',
    '|---|---|---|---|---|',
    ...sorted.map((row) => `| ${cells(row).join(' | ')} |`),
  ].join('\n')
}
