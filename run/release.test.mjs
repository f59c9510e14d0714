import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './children.mjs'
import { notesOf, problemsOf, versionsOf } from './release.mjs'

const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
const versions = versionsOf()
const [[, version]] = versions

test('packages, lockfile and chart have one version, and the newest section of the changelog is about it', () => {
  expect(problemsOf(`v${version}`, versions, changelog)).toEqual([])
  expect(/^## (.*) - /m.exec(changelog)?.[1]).toBe(version)
})

test('a tag that differs from any one place is no release', () => {
  for (const [place] of versions) {
    const one = versions.map(([at, is]) => [at, at === place ? '0.0.9' : is])
    expect(problemsOf(`v${version}`, one, changelog)).toEqual([`${place} has 0.0.9, and the tag ${version}.`])
  }
  expect(problemsOf('v99.0.0', versions, changelog)).toHaveLength(versions.length + 1)
  for (const tag of [version, `v${version}-rc.1`, 'latest', ''])
    expect(problemsOf(tag, versions, changelog)).toEqual([`The tag ${tag} is not of the form v1.2.0.`])
})

test('the text of a release is its section of the changelog, without its neighbours', () => {
  const text =
    '# Changelog\n\n## 1.10.0 - 2027-01-01\n\n### New\n\n- Ten.\n\n## 1.1.0 - 2026-12-01\n\n- One.\n\n## 1.0.0\n'
  expect(notesOf(text, '1.10.0')).toBe('### New\n\n- Ten.')
  expect(notesOf(text, '1.1.0')).toBe('- One.')
  expect([notesOf(text, '1.0.0'), notesOf(text, '1.1')]).toEqual([undefined, undefined])
})
