import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Tools that an owner may leave off: words that tell somebody to use one, and what a file that says them asks first. */
const tools = [
  {
    name: 'the login by a code',
    words: /log(ging)? in (with|by) a code|code from (this|your|their) (email|mailbox)/i,
    asks: /login_code\b|\bbyCode\b|isOn\(ctx\)/,
  },
]

const SOURCES = ['server/src/**/*.ts', 'server/contract/**/*.ts', 'web-store/src/**/*.{ts,tsx}']
const isText = (file: string) => !/\.test\.tsx?$|\/settings-index\.ts$|\/test\//.test(file)
/** A sentence for people: what is quoted, and no comment. */
const quoted = /(['"`])(?:(?!\1).)*\1/g

test.each(tools)('a text that tells somebody to use $name asks if it is on', ({ words, asks }) => {
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root })).filter(isText)
  expect(files.length).toBeGreaterThan(500)
  const said = files.filter((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    const sentences = source.split('\n').filter((line) => !/^\s*(\/?\*|\/\/)/.test(line))
    return sentences.some((line) => (line.match(quoted) ?? []).some((one) => words.test(one))) && !asks.test(source)
  })
  expect(said).toEqual([])
})
