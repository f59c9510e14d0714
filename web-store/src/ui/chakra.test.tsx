import type { ComponentType, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { chakra } from './chakra.ts'

type Loose = ComponentType<{ [name: string]: unknown; children?: ReactNode }>

/** What the build makes of a recipe. */
const Tag = chakra(
  'b',
  { base: 'tag', variants: { tone: { calm: 'calm', loud: 'loud' } }, defaultVariants: { tone: 'calm' } } as never,
  { defaultProps: { title: 'A tag' } as never },
) as unknown as Loose

describe('a component of the look', () => {
  it('has the classes of its recipe, of its variants, and those it is given', () => {
    expect(renderToStaticMarkup(<Tag />)).toBe('<b title="A tag" class="tag calm"></b>')
    expect(renderToStaticMarkup(<Tag tone="loud" className="mine" title={undefined} />)).toBe(
      '<b title="A tag" class="tag loud mine"></b>',
    )
  })

  it('is another element by `as`', () => {
    expect(renderToStaticMarkup(<Tag as="i" title="x" />)).toBe('<i title="x" class="tag calm"></i>')
  })

  it('gives its looks and listeners to the only child, whose own props count', () => {
    const heard: string[] = []
    let given: { onClick?: () => void } = {}
    const Child = (props: { onClick?: () => void; className?: string; style?: object }) => {
      given = props
      return (
        <a className={props.className} style={props.style} href="/">
          Home
        </a>
      )
    }
    const markup = renderToStaticMarkup(
      <Tag asChild title="x" style={{ top: 1, left: 1 }} onClick={() => heard.push('outer')}>
        <Child className="mine" style={{ left: 2 }} onClick={() => heard.push('own')} />
      </Tag>,
    )
    expect(markup).toBe('<a class="mine tag calm" style="top:1px;left:2px" href="/">Home</a>')
    given.onClick?.()
    expect(heard).toEqual(['own', 'outer'])
  })
})
