import { expect, inject, test } from 'vitest'
import { money } from './money.ts'
import { drillPapers } from './papers.ts'

test('the documents of random lives of orders sum to their money after each step', { timeout: 300_000 }, async () => {
  const { serverUrl, template } = inject('testDatabase')
  const site = { serverUrl, prefix: template.replace('_template', '_papers') }
  const result = await drillPapers({
    site,
    seed: Number(process.env.DRILL_SEED ?? 20_261_127),
    runs: money.papers.small,
  })
  expect(result.violations).toEqual([])
  expect(result).toMatchObject({ lives: money.papers.small, restores: 1 })
})
