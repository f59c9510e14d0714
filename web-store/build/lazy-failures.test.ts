import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { lazyFailures } from './lazy-failures.ts'

const sources = fileURLToPath(new URL('../src', import.meta.url))

/** Modules that may load on a failure path, by file, and why nobody waits for their words. */
const ALLOWED: Record<string, string> = {
  'NotFound.tsx': 'the shop has answered, so there is a network',
  'AccessEnded.tsx': 'the shop has answered, so there is a network',
  'offline.ts': 'every lesson loads it before anything can fail; without it the first error is shown',
  'CheckoutParts.tsx': 'its fields load with the checkout; the failure is one of its inputs',
}

describe('among lazy parts,', () => {
  it('the store loads no part only once something failed', () => {
    const found = globSync('**/*.{ts,tsx}', { cwd: sources })
      .filter((file) => !file.includes('.test.'))
      .flatMap((file) =>
        lazyFailures(readFileSync(`${sources}/${file}`, 'utf8'), file).map((loaded) => `${file} loads ${loaded}`),
      )
    const isAllowed = (line: string) => Object.keys(ALLOWED).some((name) => line.endsWith(`/${name}`))
    expect(found.filter((line) => !isAllowed(line))).toEqual([])
    expect(
      Object.keys(ALLOWED).filter((name) => !found.some((line) => line.endsWith(`/${name}`))),
      'allowed, but not found',
    ).toEqual([])
  })

  it.each([
    ['a part behind a condition', 'const Words = later(() => import("./W.tsx"))\nconst A = () => failure && <Words />'],
    [
      'a part with the failure',
      'const Words = later(() => import("./W.tsx"))\nconst A = () => <Words failure={one} />',
    ],
    ['a catch', 'async function send() { try { await go() } catch { (await import("./W.tsx")).show() } }'],
    ['a rejected promise', 'go().catch(() => import("./W.tsx"))'],
    ['onError', 'const show = () => import("./W.tsx")\nuseSubmission({ onError: () => void show() })'],
  ])('the check finds %s', (_name, code) => {
    expect(lazyFailures(code)).toEqual(['./W.tsx'])
  })

  it('the check ignores parts of other conditions', () => {
    expect(lazyFailures('const Box = later(() => import("./B.tsx"))\nconst A = () => open && <Box />')).toEqual([])
  })
})
