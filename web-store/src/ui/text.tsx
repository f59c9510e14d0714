import { Link } from 'react-router-dom'
import { chakra } from './chakra.ts'

/** Headings by size; `as` sets another level. */
export const H1 = chakra('h1', { base: { textStyle: 'h1' } })
export const H2 = chakra('h2', { base: { textStyle: 'h2' } })
export const H3 = chakra('h3', { base: { textStyle: 'h3' } })
export const Text = chakra('p')

/** Condensed marigold letters with one hard shadow: once per page, on the stage. */
export const SignText = chakra('span', {
  base: {
    fontStretch: '80%',
    fontWeight: '800',
    color: 'buy.solid',
    textShadow: '.035em .035em 0 #B8165C, .05em .05em 0 #B8165C',
  },
})

/** A link within text. For an external address use `as="a"` with `href`. */
export const TextLink = chakra(Link, {
  base: {
    color: 'action.fg',
    fontWeight: '550',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
    textDecorationThickness: '1px',
    borderRadius: '2px',
  },
})

/** For screen readers only. */
export const VisuallyHidden = chakra('span', {
  base: {
    position: 'absolute',
    w: '1px',
    h: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
})
