import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

test('every form with room for sentences says when they are not saved, so that an ended session asks for the password over them', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  const forms = files
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }))
    .filter(({ text }) => text.includes('onSubmit=') && text.includes('as="textarea"'))
  expect(forms.length).toBeGreaterThan(5)
  expect(forms.filter(({ text }) => !/use(Unsaved|TypedForm|ActionForm)\(/.test(text)).map(({ name }) => name)).toEqual(
    [],
  )
})
