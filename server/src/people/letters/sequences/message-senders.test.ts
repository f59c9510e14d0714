import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BY_A_DEED, OF_ROUNDS, ROUNDS, TO_OWNERS } from '../../../../test/message-senders.ts'

test('every job that writes to somebody is of the year, or answers a deed', () => {
  const files = globSync('server/src/**/*.jobs.ts', { cwd: new URL('../../../../../', import.meta.url) })
  const senders = files.flatMap((file) => {
    const source = readFileSync(new URL(`../../../../../${file}`, import.meta.url), 'utf8')
    if (!/\b(oneMail|mailOnce|sendEmail|sendLetters)\(|'messageDue'/.test(source)) return []
    return [...source.matchAll(/(?:\bname: |Job\()'([\w-]+)'/g)].map(([, name]) => name)
  })
  expect(senders.sort()).toEqual(['letters', ...ROUNDS, ...OF_ROUNDS, ...BY_A_DEED, ...TO_OWNERS].sort())
})
