import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sources = globSync(`${import.meta.dirname}/../**/*.tsx`).map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}))

test('each form with a bar that saves, or with rows, steps on Enter', () => {
  const forms = sources.filter(({ text }) => /<(SaveBar|TaskBar)\b/.test(text) && /<(chakra\.)?form\b/.test(text))
  expect(forms.length).toBeGreaterThanOrEqual(5)
  expect(forms.filter(({ text }) => !text.includes('onKeyDown={stepOnEnter}')).map(({ path }) => path)).toEqual([])
})

test('each list of rows of one field says where Enter goes on', () => {
  const lists = sources.filter(({ text }) => /append\(\{? ?/.test(text) && text.includes('<Input'))
  expect(lists.length).toBeGreaterThanOrEqual(2)
  const lacking = lists.filter(
    ({ text }) => !['data-list', 'data-line', 'data-add'].every((mark) => text.includes(mark)),
  )
  expect(lacking.map(({ path }) => path)).toEqual([])
})
