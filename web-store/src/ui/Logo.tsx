import { chakra } from '@chakra-ui/react'
import { useBrand } from '../content/brand.ts'

const Lettering = chakra('span', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    fontSize: { base: '1.375rem', md: '1.5rem' },
    fontWeight: '800',
    fontStretch: '82%',
    letterSpacing: '-.005em',
    lineHeight: '1',
    '& svg': { w: '30px', h: '30px' },
  },
})

/** The stall with its play sign, and the name. */
export function Logo() {
  const { logo_text } = useBrand()
  return (
    <Lettering>
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path d="M5 15h22v12a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2z" fill="#2B3390" />
        <path d="M13 19.5v6l6-3z" fill="#fff" stroke="#fff" strokeLinejoin="round" />
        <path d="M2 4h28v7a4.67 4.67 0 0 1-9.33 0 4.67 4.67 0 0 1-9.33 0A4.67 4.67 0 0 1 2 11z" fill="#FFB81C" />
        <path d="M11.34 4h9.33v7a4.67 4.67 0 0 1-9.33 0z" fill="#C21B63" />
      </svg>
      <span>{logo_text}</span>
    </Lettering>
  )
}
