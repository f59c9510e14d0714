import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** A call that runs, or is not answered yet: the button is back by itself. */
const RUNS = /^(?:[\w.]*\.)?(?:isPending|busy|isLoading)$/

/** Buttons that wait for nothing that a press could say, each with its reason. */
const still: Record<string, string> = {
  'admin/lists/row-buttons.tsx index === 0': 'the first of a list',
  'admin/lists/row-buttons.tsx index === count - 1': 'the last of a list',
  'admin/books/MonthTab.tsx month >= last': 'the present month',
  'admin/lists/Pages.tsx list.page <= 1': 'the first page',
  'admin/lists/Pages.tsx list.page >= last': 'the last page',
  'features/cart/CartLines.tsx line.quantity <= 1': 'the least seats',
  'features/cart/CartLines.tsx full': 'the line below says how many seats there are',
  'shared/cart/PromoCodeBox.tsx disabled': 'the order is being made',
  'features/checkout/BuyerForm.tsx disabled': 'the order is being made',
  'features/checkout/PromoCode.tsx disabled': 'the order is being made',
  'features/login-codes/CodeForm.tsx seconds > 0': 'its words count the seconds',
  'features/privacy/CodeStep.tsx seconds > 0': 'its words count the seconds',
  'features/auth/ForgotPasswordScreen.tsx !value': 'the one field above it is empty, as the specification has it',
}

const disabledButtons = globSync('**/*.tsx', { cwd: root })
  .filter((file) => !file.endsWith('.test.tsx'))
  .flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const buttons = text.matchAll(
      /<(?:Button|IconButton|WaitingButton|Base|SignIn)\b[^<]*?(?<!-)\bdisabled=\{([^{}]+)\}/g,
    )
    return [...buttons].map(([, when = '']) => ({ at: `${file.replaceAll('\\', '/')} ${when}`, when }))
  })

test('every button that waits for something says for what', () => {
  const quiet = disabledButtons.filter(({ when }) => !when.split(' || ').every((part) => RUNS.test(part)))
  expect(quiet.map(({ at }) => at).filter((at) => !(at in still))).toEqual([])
})

test('each exception is a button that there is', () => {
  const found = new Set(disabledButtons.map(({ at }) => at))
  expect(Object.keys(still).filter((at) => !found.has(at))).toEqual([])
})

test('the forms of the console say what they wait for in words, and the words are an instruction', () => {
  const shown = globSync('admin/**/*.tsx', { cwd: root }).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    // A part that takes the words of its form as a property passes them on.
    const passedOn = /waitsFor\?: string \| false/.test(text) ? 'waitsFor={waitsFor}\n' : /^$/g
    // The kit hands on the words of its screens.
    const given = file.includes('kit/')
      ? []
      : text.replaceAll(passedOn, '').matchAll(/waitsFor(?:=\{([\s\S]*?)\}|: ('[^']*'),)\n/g)
    return [...given].map(([, when, words = '']) => `${file}: ${(when ?? words).replace(/\s+/g, ' ')}`)
  })
  expect(shown.filter((one) => !/'[A-Z][^']{8,60}'|`[A-Z][^`]{8,80}`/.test(one))).toEqual([])
  expect(shown.length).toBeGreaterThan(15)
})
