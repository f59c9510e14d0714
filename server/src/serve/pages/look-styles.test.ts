import { contrast, readableOn, refusedColour, TEXT_ON } from 'contract/shop/look'
import { Settings } from 'contract/shop/settings'
import { expect, test } from 'vitest'
import { fc } from '../../../test/fast-check.ts'
import { lookStyles } from './look-styles.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const of = fc.constantFrom('buy' as const, 'action' as const)

test('a colour on which text cannot be read is refused, with the nearest that passes', () => {
  expect(contrast('#8fa0ff', '#ffffff')).toBe(2.4)
  const { look } = Settings.shape
  const { error } = look.safeParse({ icon: '', buy: '', action: '#8FA0FF' })
  expect(error?.issues[0]?.message).toMatch(
    /^White text on it reads 2\.4, it needs 4\.5\. The nearest colour that passes is #[0-9a-f]{6}$/,
  )
  expect(look.parse({ icon: '', buy: ' #FFB81C ', action: '' })).toEqual({ icon: '', buy: '#ffb81c', action: '' })
  for (const wrong of ['red', '#fff', '#ffb81c80', '#ffb81c;}body{display:none'])
    expect(look.safeParse({ icon: '', buy: wrong, action: '' }).error?.issues[0]?.message).toBe(
      'Must be a colour such as #ffb81c',
    )
  fc.assert(
    fc.property(of, colour, (name, input) => {
      const nearest = refusedColour(name, input)?.nearest ?? input
      expect(contrast(nearest, TEXT_ON[name])).toBeGreaterThanOrEqual(4.5)
      expect(refusedColour(name, nearest)).toBeUndefined()
    }),
  )
})

test('every shade of a colour that passes can be read, in both themes', () => {
  fc.assert(
    fc.property(of, colour, (name, input) => {
      const own = refusedColour(name, input)?.nearest ?? input
      const [style = ''] = lookStyles({ [name]: own })
      const themes = [...style.matchAll(/\{(.*?)\}/g)].map(([, rules = '']) =>
        Object.fromEntries(rules.split(';').map((rule) => rule.replace(/.*-colors-\w+-/, '').split(':'))),
      )
      expect(themes).toHaveLength(2)
      for (const [at, ground] of ['#eceef7', '#20244b'].entries()) {
        const shades: Record<string, string> = themes[at] ?? {}
        expect(contrast(shades.solid ?? '', shades.contrast ?? '')).toBeGreaterThanOrEqual(4.5)
        expect(contrast(shades.hover ?? '', shades.contrast ?? '')).toBeGreaterThanOrEqual(4.5)
        expect(contrast(shades.fg ?? '', ground)).toBeGreaterThanOrEqual(4.5)
      }
    }),
  )
  expect(lookStyles(undefined)).toEqual([])
  expect(readableOn('#000000', '#ffffff', '#000000')).toBe('#000000')
})
