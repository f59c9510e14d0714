import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { LOG_STATEMENT, withoutLogs } from './quiet-engine-plugin.ts'

const folder = dirname(createRequire(import.meta.url).resolve('hls.js'))
const engine = readFileSync(join(folder, 'hls.light.mjs'), 'utf8')

test('the engine loses its log statements, and nothing else', () => {
  const gone = engine.match(LOG_STATEMENT) ?? []
  expect(gone.length).toBeGreaterThan(200)
  for (const statement of gone) {
    const { body } = parseAst(statement)
    expect(body, statement).toHaveLength(1)
    expect(body[0], statement).toMatchObject({
      type: 'ExpressionStatement',
      expression: { type: expect.stringMatching(/^(Call|Logical)Expression$/) },
    })
    // The log statements have no side effects.
    expect(statement).not.toMatch(/\+\+|--|\bthis\.\w+ = /)
  }
  expect(() => parseAst(withoutLogs(engine))).not.toThrow()
})
