import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Words of ours that an owner does not know, and turns that sound translated. */
const PRIVATE =
  /\b(stor(y|ies) below|order's story|put aside|loose file|least (amount|payment)|(is|was) granted|meanwhile|any more|whoever|somebody|stands (here|on)|not made|gateway's|of ours|to go on|asked for before|given back)\b/i

const isCode = (line: string) => /^\s*(\/\/|\/?\*|import |export \*|\{\/\*)/.test(line)

test('no sentence of the console uses a private word', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  const shown = files.filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  expect(shown.length).toBeGreaterThan(100)
  const words = shown.flatMap((name) =>
    readFileSync(join(root, name), 'utf8')
      .split('\n')
      .filter((line) => !isCode(line) && PRIVATE.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  )
  expect(words).toEqual([])
})
