import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './children.mjs'

const LATER = 'admin console, later'

/** Reads the rows of every table: the quoted texts of the first cell, and the tests of the last one. */
function readRows(document) {
  const lines = document.split('\n').filter((line) => line.startsWith('| ') && !/^\| (---|text) \|/.test(line))
  return lines.map((line) => {
    const [text = '', when = '', tests = ''] = line.slice(1, -1).split(' |')
    const later = when.trim() === LATER
    return { line, later, texts: quotedIn(text), tests: later ? [] : tests.split('<br>').map(readReference) }
  })
}

const quotedIn = (text) => [...text.matchAll(/`([^`]+)`/g)].map(([, quoted]) => quoted)

function readReference(reference) {
  const [file = '', title = ''] = reference.split(' › ').map((part) => part.trim())
  return { path: file.includes('/') ? file : `e2e/tests/${file}.spec.ts`, title }
}

/** Reads the tests of a file by title, and the code between them, which all of them may use. */
function readTests(path) {
  // An escaped full stop in a pattern counts as the full stop of the text.
  const source = readFileSync(join(root, path), 'utf8').replaceAll('\\', '')
  const block = /^(?:test|it)\((['"])([^\n]*?)\1,.*?^}\)$/gms
  const bodies = new Map([...source.matchAll(block)].map(([body, , title]) => [title, body]))
  return { bodies, between: source.replace(block, '') }
}

const rows = readRows(readFileSync(join(root, 'docs/texts.md'), 'utf8'))
const due = rows.filter((row) => !row.later)

test('every text names a test that exists', () => {
  expect(due.length).toBeGreaterThan(100)
  const missing = due.flatMap(({ line, tests }) =>
    tests.some(({ path, title }) => !readTests(path).bodies.has(title)) ? [line] : [],
  )
  expect(missing).toEqual([])
})

test('every text occurs in a test that it names', () => {
  const unasked = due.flatMap(({ line, texts, tests }) => {
    const asked = tests.map(({ path, title }) => {
      const { bodies, between } = readTests(path)
      return `${bodies.get(title)}\n${between}`
    })
    const parts = texts.flatMap((text) => text.split(/\{[^}]*\}/))
    return parts.filter((part) => !asked.some((source) => source.includes(part))).map((part) => `${part} in ${line}`)
  })
  expect(unasked).toEqual([])
})

test('decisions stay few and short: 90 entries, 9,000 words, three lines each', () => {
  const files = readdirSync(join(root, 'docs/decisions'))
  const texts = files.map((file) => readFileSync(join(root, 'docs/decisions', file), 'utf8'))
  const entries = texts.flatMap((text) => text.split(/^## /m).slice(1))
  expect(entries.length).toBeGreaterThan(0)
  expect(entries.length).toBeLessThanOrEqual(90)
  expect(texts.join(' ').split(/\s+/).length).toBeLessThanOrEqual(9_000)
  const long = entries.filter((entry) => entry.trim().split('\n').filter(Boolean).length > 4)
  expect(long.map((entry) => entry.split('\n')[0])).toEqual([])
})

test('the changelog has at most 40 lines a version', () => {
  const versions = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m).slice(1)
  const long = versions.filter((version) => version.trim().split('\n').length > 40)
  expect(long.map((version) => version.split('\n')[0])).toEqual([])
})
