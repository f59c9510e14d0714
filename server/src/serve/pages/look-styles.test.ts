import { contrast, darkSurfaces, lookDefaults, readableOn, refusedColour, textContrast } from 'contract/shop/look'
import { Settings } from 'contract/shop/settings'
import { expect, test } from 'vitest'
import { fc } from '../../../test/fast-check.ts'
import { lookStyles, withTypePair } from './look-styles.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const of = fc.constantFrom('buy' as const, 'action' as const)
const any = fc.constantFrom('buy' as const, 'action' as const, 'dark' as const)

test('a colour on which text cannot be read is refused, with the nearest that passes', () => {
  expect(contrast('#8fa0ff', '#ffffff')).toBe(2.4)
  const { look } = Settings.shape
  const { error } = look.safeParse({ ...lookDefaults, action: '#8FA0FF' })
  expect(error?.issues[0]?.message).toMatch(
    /^White text on it reads 2\.4, it needs 4\.5\. The nearest colour that passes is #[0-9a-f]{6}$/,
  )
  expect(look.parse({ ...lookDefaults, buy: ' #FFB81C ' })).toEqual({ ...lookDefaults, buy: '#ffb81c' })
  expect(look.safeParse({ ...lookDefaults, dark: '#3a3f85' }).error?.issues[0]?.message).toMatch(
    /^Light text on it reads \d\.\d, it needs 4\.5\. The nearest colour that passes is #[0-9a-f]{6}$/,
  )
  for (const wrong of ['red', '#fff', '#ffb81c80', '#ffb81c;}body{display:none'])
    expect(look.safeParse({ ...lookDefaults, buy: wrong }).error?.issues[0]?.message).toBe(
      'Must be a colour such as #ffb81c',
    )
  fc.assert(
    fc.property(any, colour, (name, input) => {
      const nearest = refusedColour(name, input)?.nearest ?? input
      expect(textContrast(name, nearest)).toBeGreaterThanOrEqual(4.5)
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

test('the built-in radius and pair need no styles, others come before the page', () => {
  expect(lookStyles(lookDefaults)).toEqual([])
  expect(lookStyles({ radius: 0 })).toEqual([
    '<style>:root{--sh-radii-l1:0px;--sh-radii-l2:0px;--sh-radii-l3:0px}</style>',
  ])
  expect(lookStyles({ radius: 12 })[0]).toContain('--sh-radii-l1:12px;--sh-radii-l2:16px;--sh-radii-l3:20px')
  const { look } = Settings.shape
  expect(look.safeParse({ ...lookDefaults, radius: 8 }).error?.issues[0]?.message).toBe('Must be 0, 6 or 12')
  expect(look.safeParse({ ...lookDefaults, type: 'comic' }).success).toBe(false)
})

test('all text and edges can be read on every dark ground that passes', () => {
  const texts = ['#edeffc', '#b6bbdd', '#979cc4', '#aeb7ff', '#ffcc5c', '#ff93bf', '#74dda0', '#ff9f97']
  fc.assert(
    fc.property(colour, (input) => {
      const own = refusedColour('dark', input)?.nearest ?? input
      const { ground, panel, muted, emphasized } = darkSurfaces(own)
      for (const text of texts)
        for (const surface of [ground, panel, muted]) expect(contrast(surface, text)).toBeGreaterThanOrEqual(4.5)
      for (const surface of [ground, panel]) expect(contrast(surface, emphasized)).toBeGreaterThanOrEqual(3)
      const [bar = '', style = ''] = lookStyles({ dark: own })
      expect(bar).toContain(`content="${panel}"`)
      expect(style).toContain(`:root.dark{--sh-colors-bg:${own};`)
    }),
  )
})

test('a page has the fonts of its own pair alone', () => {
  const page =
    '<style id="fonts" media="not all">A</style><style id="letters">B</style><style data-type="mukta" media="not all">C</style>\n<style data-type="mukta" media="not all">D</style><style data-type="poppins">E</style><style data-type="poppins">F</style>'
  const built = (fonts: string, letters: string) =>
    `<style id="fonts" media="not all">${fonts}</style><style id="letters">${letters}</style>`
  expect(withTypePair(page, { type: 'anek' })).toBe(built('A', 'B'))
  expect(withTypePair(page, { type: 'mukta' })).toBe(built('C', 'D'))
  expect(withTypePair(page, { type: 'poppins' })).toBe(built('E', 'F'))
})
