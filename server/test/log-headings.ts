import { readFileSync } from 'node:fs'

const WARN = 40
const runbook = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8')
const headings = [...runbook.matchAll(/^### (.+)$/gm)].flatMap(([, heading = '']) => heading.split(' · '))
/** A heading has the words of a message; `…` stands for what differs. */
const known = headings.map((heading) => {
  const parts = heading.split('…').map((part) => part.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(parts.join('.*'))
})

/** Rejects what a server really logged at `warn` or above without a heading in the runbook. */
export function expectHeadings(logged: readonly string[]): void {
  const lines = logged.map((line) => JSON.parse(line) as { level: number; msg?: string })
  const messages = lines.filter(({ level }) => level >= WARN).map(({ msg = '' }) => msg)
  const unknown = messages.filter((message) => !known.some((heading) => heading.test(message)))
  if (unknown.length > 0) throw new Error(`add a heading to docs/runbook.md for: ${[...new Set(unknown)].join(' · ')}`)
}
