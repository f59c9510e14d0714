import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { expect, test } from 'vitest'

/** Matches code that compares, searches or pattern-matches the text of a gateway error. */
const READS = [
  /\.test\([^)]*(message|description|detail|errorDescription)\b/,
  /\b(message|description|errorDescription)\??\.(includes|match|matchAll|search|startsWith|endsWith|indexOf)\(/,
  /(?<!typeof error\.)\b(message|description|errorDescription) (===|!==) '/,
]
/** Checks a text for the secret or a person, before it is logged. */
const FIT_TO_SHOW = 'message === error.message'
/** A payment's description is its link's id, no sentence: the whole form is compared. */
const DESCRIBED = "/^#[A-Za-z0-9]{14}$/.test(description ?? '')"

test('no decision about money reads an English sentence of the gateway', async () => {
  const found: string[] = []
  for await (const file of glob('server/src/{platform/payments,sales,serve/jobs,shop/gateway}/**/*.ts')) {
    if (file.endsWith('.test.ts')) continue
    for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries())
      if (READS.some((reads) => reads.test(line)) && !line.includes(FIT_TO_SHOW) && !line.includes(DESCRIBED))
        found.push(`${file}:${index + 1}: ${line.trim()}`)
  }
  expect(found).toEqual([])
})
