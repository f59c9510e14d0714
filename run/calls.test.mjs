import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contract } from '../server/contract/index.ts'
import { root } from './children.mjs'
import { sourceFiles } from './sources.mjs'

const calls = Object.entries(contract).flatMap(([group, ofGroup]) =>
  Object.entries(ofGroup).map(([name, call]) => ({ group, name, path: call['~orpc'].route.path })),
)

test('every call of the API is made by a test of the server, by its name or its path', () => {
  const tests = sourceFiles().filter((file) => /^server\/.*\.test\.ts$/.test(file))
  const text = tests.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
  // `api.reviews.save(…)`, `reviewHandlers.save`, `of(audience).save(…)`, '/user/reviews/…', 'promocodes.csv'.
  const isMade = ({ group, name, path }) =>
    new RegExp(`\\b(${group}|\\w+Handlers)\\.${name}\\b|\\w\\(\\w+\\)\\.${name}\\(`).test(text) ||
    [path.split('{')[0], path.split('/').find((part) => part.includes('.'))].some((part) => part && text.includes(part))
  const forgotten = calls.filter((call) => !isMade(call)).map(({ group, name }) => `${group}.${name}`)
  expect(calls.length).toBeGreaterThan(200)
  expect(forgotten, 'no test makes these calls').toEqual([])
})
