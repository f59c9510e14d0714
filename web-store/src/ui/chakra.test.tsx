import type { ComponentType, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { chakra } from './chakra.ts'

type Loose = ComponentType<{ [name: string]: unknown; children?: ReactNode }>

/** A compiled recipe, like the build's. */
const Tag = chakra(
  'b',
  { base: 'tag', variants: { tone: { calm: 'calm', loud: 'loud' } }, defaultVariants: { tone: 'calm' } } as never,
  { defaultProps: { title: 'A tag' } as never },
) as unknown as Loose

describe('a component of the design', () => {
  it('gets the classes of its recipe, of its variants, and those passed to it', () => {
    expect(renderToStaticMarkup(<Tag />)).toBe('<b title="A tag" class="tag calm"></b>')
    expect(renderToStaticMarkup(<Tag tone="loud" className="mine" title={undefined} />)).toBe(
      '<b title="A tag" class="tag loud mine"></b>',
    )
  })

  it('renders another element with `as`', () => {
    expect(renderToStaticMarkup(<Tag as="i" title="x" />)).toBe('<i title="x" class="tag calm"></i>')
  })

  it('passes its styles and listeners to the only child, whose own props win', () => {
    const received: string[] = []
    let input: { onClick?: () => void } = {}
    const Child = (props: { onClick?: () => void; className?: string; style?: object }) => {
      input = props
      return (
        <a className={props.className} style={props.style} href="/">
          Home
        </a>
      )
    }
    const markup = renderToStaticMarkup(
      <Tag asChild title="x" style={{ top: 1, left: 1 }} onClick={() => received.push('outer')}>
        <Child className="mine" style={{ left: 2 }} onClick={() => received.push('own')} />
      </Tag>,
    )
    expect(markup).toBe('<a class="mine tag calm" style="top:1px;left:2px" href="/">Home</a>')
    input.onClick?.()
    expect(received).toEqual(['own', 'outer'])
  })
})
