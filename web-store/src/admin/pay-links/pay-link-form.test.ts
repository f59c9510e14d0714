import { expect, test } from 'vitest'
import { wayText } from './pay-link-form.ts'

test('a pay link that the owner still has to send by WhatsApp is never called sent', () => {
  expect(wayText.whatsapp).not.toMatch(/sent/i)
})
