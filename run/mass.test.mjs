import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesTouched, tokensOf } from './mass.mjs'

test('a string is one token, a comment none, and packing saves none', () => {
  expect(tokensOf('a.ts', "const a = 'b c' // d\n")).toBe(tokensOf('a.ts', "const a = 'x'\n"))
  expect(tokensOf('a.ts', 'const a = { b, c }')).toBe(tokensOf('a.ts', 'const a = {\n  b,\n  c\n}'))
  expect(tokensOf('a.tsx', 'const a = <p>b</p>')).toBeGreaterThan(4)
})

test('a changed or deleted file existed, an added one did not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skillhaat-mass-'))
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder })
  git('init', '-q')
  for (const name of ['a', 'b']) writeFileSync(join(folder, name), name)
  git('add', '.')
  git('commit', '-qm', 'feat: begin')
  writeFileSync(join(folder, 'a'), 'changed')
  rmSync(join(folder, 'b'))
  writeFileSync(join(folder, 'c'), 'new')
  git('add', '.')
  git('commit', '-qm', 'feat: go on')
  expect(filesTouched('HEAD~1', folder)).toEqual({ existing: 2, added: 1 })
  rmSync(folder, { recursive: true })
})
