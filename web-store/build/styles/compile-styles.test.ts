import { describe, expect, it } from 'vitest'
import { theme } from '../../theme/system.ts'
import { ATTRIBUTES, ATTRIBUTES_OF, StyleCompiler } from './compile-styles.ts'
import { Modules } from './modules.ts'
import { StyleSheet } from './style-sheet.ts'

/** The attributes of the HTML standard, as React spells them. */
const HTML_ATTRIBUTES =
  `accept acceptCharset action allow allowFullScreen alt as async autoCapitalize autoComplete autoCorrect autoFocus autoPlay
  axis border capture cellPadding cellSpacing char charSet checked cite clip color cols colSpan content contentEditable controls controlsList coords
  crossOrigin data dateTime decoding default defer dir disabled download draggable encType enterKeyHint fetchPriority form formAction frame headers
  height hidden high href hrefLang htmlFor httpEquiv id inert inputMode integrity is itemProp itemScope itemType kind label lang list loading loop low
  max maxLength media method min minLength multiple muted name noModule nonce noValidate open optimum pattern placeholder playsInline popover poster
  preload property radioGroup readOnly referrerPolicy rel required reversed role rows rowSpan rules sandbox scope selected shape size sizes slot span
  spellCheck src srcDoc srcLang srcSet start step summary tabIndex target title translate type useMap value width wrap`.split(
    /\s+/,
  )

const FILE = '/store/Thing.tsx'

function compiled(code: string) {
  const modules = new Modules()
  const sheet = new StyleSheet()
  const made = new StyleCompiler(modules, sheet).compile(modules.get(FILE, code))
  const texts = sheet.rules().map(([, text]) => text)
  /** Returns the index of the first rule in the sheet with this text. */
  const place = (shown: string) => texts.findIndex((text) => text.includes(shown))
  return { made, texts, place }
}

/** Lists the classes of the only `className`, in source order. */
const namesIn = (made: string | undefined) => made?.match(/s\d\w+/g) ?? []

describe('at build time,', () => {
  it('styles become one class of a plain element', () => {
    const { made, texts } = compiled('const a = <chakra.p mt="2" title="x" color="fg.muted">hi</chakra.p>')
    const [name] = namesIn(made)
    expect(made?.replaceAll(/\s+/g, ' ')).toBe(`const a = <p title="x" className={"${name}"}>hi</p>`)
    expect(texts).toEqual([`.${name}{margin-top:0.5rem;color:var(--sh-colors-fg-muted);}`])
  })

  it('an attribute whose name is a style, too, stays an attribute, and is refused where both can be meant', () => {
    const { made, texts } = compiled('const a = <chakra.p mt="2" translate="no">Code 12</chakra.p>')
    expect(made).toMatch(/<p\s+translate="no"/)
    expect(texts.join('')).not.toContain('translate')
    expect(() => compiled('const a = <chakra.img width="20" src="x" />')).toThrow(/attribute of img and a style/)
    expect(compiled('const a = <chakra.p width="20px" />').texts).toEqual([expect.stringContaining('width:20px')])
    const both = HTML_ATTRIBUTES.filter((name) => theme().isValidProperty(name))
    expect(both.filter((name) => !ATTRIBUTES.has(name) && !(name in ATTRIBUTES_OF))).toEqual([])
  })

  it('styles stay with their element if another one is named, or if its child is it', () => {
    expect(compiled('const a = <chakra.p as="b" mt="2" />').made).toContain('<chakra.p as="b"')
    expect(compiled('const a = <chakra.p asChild mt="2"><b /></chakra.p>').made).toContain('<chakra.p asChild')
  })

  it('styles with a condition become a class for each branch', () => {
    const { made, texts } = compiled('const a = (on) => <chakra.p p="4" color={on ? "fg" : undefined} />')
    const [always, chosen] = namesIn(made)
    expect(made).toContain(`["${always}", ((on) ? "${chosen}" : "")]`)
    expect(texts).toHaveLength(2)
  })

  it('styles from a table become a table of classes', () => {
    const { made } = compiled(
      'const tones = { good: "success.fg", bad: "danger.fg" }\nconst a = (tone) => <chakra.p color={tones[tone]} />',
    )
    const [good, bad] = namesIn(made)
    expect(made).toContain(`({ "good": "${good}", "bad": "${bad}" })[tone]`)
  })

  it('styles combine with those passed to a component, and with a class of its own', () => {
    const { made } = compiled('const A = ({ ...rest }) => <chakra.p mt="2" className="mine" {...rest} />')
    const [name] = namesIn(made)
    expect(made).toContain(`["${name}", (rest).className, "mine"]`)
  })

  it('styles are compiled at a component that passes them on, except its own props', () => {
    const { made } = compiled(
      'function A({ order, ...rest }) { return <chakra.p {...rest} /> }\nconst a = <A order="first" mt="2" />',
    )
    expect(made).toMatch(/<A order="first"\s+className=/)
  })

  it('styles stay unchanged at a component that takes none', () => {
    expect(compiled('function A({ mt }) { return null }\nconst a = <A mt="2" />').made).toBeUndefined()
  })

  it('styles with values unknown at build time fail the build, with their line', () => {
    expect(() => compiled('\nconst a = (wide) => <chakra.p w={wide} />')).toThrow(`${FILE}:2: the value of w`)
  })

  it('a spread beside other props fails the build too', () => {
    expect(() => compiled('const a = (x) => <chakra.p {...(x ? { color: "fg", title: "x" } : {})} />')).toThrow(
      'styles stand beside other props',
    )
  })
})

it('the browser imports nothing of Chakra except types', () => {
  expect(() => compiled("import { Box } from '@chakra-ui/react'")).toThrow(`${FILE}:`)
  expect(compiled("import type { BoxProps } from '@chakra-ui/react'").made).toBeUndefined()
})

describe('a recipe', () => {
  const recipe = `const A = chakra('p', { base: { py: { base: '1', md: '9' }, color: 'red' }, variants: { tone: { calm: { color: 'blue' } } } })`

  it('becomes its classes', () => {
    const { made } = compiled(recipe)
    const [base, calm] = namesIn(made)
    expect(made).toContain(`chakra('p', {"base":"${base}","variants":{"tone":{"calm":"${calm}"}}})`)
  })

  it('loses to its variants, and these to the element, at every width', () => {
    const { place } = compiled(`${recipe}\nconst a = <A color="green" />`)
    const order = ['color:red', '@media screen and (min-width: 48rem)', 'color:blue', 'color:green'].map(place)
    expect(order).toEqual([...order].sort((a, b) => a - b))
    expect(order).not.toContain(-1)
  })

  it('wins for a media feature, such as reduced motion, against all of them', () => {
    const { texts } = compiled(
      `const A = chakra('p', { base: { _motionReduce: { animation: 'none' } } })\nconst a = <A animation="spin" />`,
    )
    expect(texts.at(-1)).toContain('prefers-reduced-motion')
  })

  it('wins against the recipe of the component inside', () => {
    const { place } = compiled(
      `const B = chakra(A, { base: { color: 'plum' } })\n${recipe}\nconst a = <A color="green" />`,
    )
    expect(place('color:plum')).toBeGreaterThan(place('color:green'))
  })
})
