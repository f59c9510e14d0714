import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OrderStatus } from 'contract/orders/actions'
import { expect, test } from 'vitest'

const SOURCES = join(import.meta.dirname, '../..')
const states = OrderStatus.options.join('|')
/** Two states in a list of JavaScript or SQL, or two checks for the states of a paid order. */
const LIST = new RegExp(`'(${states})',\\s*'(${states})'`)
const PAIR = /'(paid|partially_refunded)'[^'\n]*\|\|[^'\n]*'(paid|partially_refunded)'/
const isSet = (line: string) => LIST.test(line) || PAIR.test(line)

test('a set of states of an order is named here, and written out nowhere else', () => {
  const files = globSync('**/*.ts', { cwd: SOURCES }).filter((file) => !/\.test\.ts$|orders\/status\.ts$/.test(file))
  expect(files.length).toBeGreaterThan(100)
  const written = files.flatMap((file) => {
    const lines = readFileSync(join(SOURCES, file), 'utf8').split('\n')
    // The gateway has words of its own, some of which are spelled alike.
    return lines.flatMap((line, at) =>
      isSet(line) && !/z\.enum\(|gateway_state/.test(line) ? [`${file}:${at + 1}`] : [],
    )
  })
  expect(written).toEqual([])
})
