import { globSync, readFileSync } from 'node:fs'
import { contract } from 'contract/index'
import { expect, test } from 'vitest'

const server = new URL('..', import.meta.url)

test('a server test makes every call of the API, by its name or its path', () => {
  const calls = Object.entries(contract).flatMap(([group, ofGroup]) =>
    Object.entries(ofGroup).map(([name, call]) => ({ group, name, path: String(call['~orpc'].route.path) })),
  )
  const tests = globSync('{contract,src,test}/**/*.test.ts', { cwd: server })
  const text = tests.map((file) => readFileSync(new URL(file, server), 'utf8')).join('\n')
  const handlers = globSync('src/**/*.handlers.ts', { cwd: server }).map((file) =>
    readFileSync(new URL(file, server), 'utf8'),
  )
  /** Names the handlers of a group as tests import them. */
  const handlersOf = (group: string) =>
    handlers
      .filter((text) => text.includes(`calls.${group}.`))
      .flatMap((text) => [...text.matchAll(/^export const (\w+Handlers)/gm)].map(([, name]) => name))
  // `api.reviews.save(…)`, `reviewHandlers.save`, `of(audience).save(…)`, '/user/reviews/…', 'promocodes.csv'.
  const isMade = ({ group, name, path }: (typeof calls)[number]) =>
    new RegExp(`\\b(${[group, ...handlersOf(group)].join('|')})\\.${name}\\b|\\w\\(\\w+\\)\\.${name}\\(`).test(text) ||
    [path.split('{')[0], path.split('/').find((part) => part.includes('.'))].some((part) => part && text.includes(part))
  expect(calls.length).toBeGreaterThan(200)
  const forgotten = calls.filter((call) => !isMade(call)).map(({ group, name }) => `${group}.${name}`)
  expect(forgotten, 'no test makes these calls').toEqual([])
})
