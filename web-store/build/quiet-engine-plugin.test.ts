import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { withoutSentences } from './quiet-engine-plugin.ts'

const folder = dirname(createRequire(import.meta.url).resolve('hls.js'))
const engine = readFileSync(join(folder, 'hls.light.mjs'), 'utf8')

test('the engine loses its log statements, and nothing else', () => {
  const quiet = withoutSentences(engine).split('\n')
  const gone = engine.split('\n').filter((line, at) => line !== quiet[at])
  expect(gone.length).toBeGreaterThan(200)
  expect(quiet).toHaveLength(engine.split('\n').length)
  for (const line of gone) {
    const { body } = parseAst(line)
    expect(body, line).toHaveLength(1)
    expect(body[0], line).toMatchObject({ type: 'ExpressionStatement', expression: { type: 'CallExpression' } })
    // The log statements have no side effects.
    expect(line).not.toMatch(/\+\+|--|\bthis\.\w+ = /)
  }
  expect(() => parseAst(quiet.join('\n'))).not.toThrow()
})
