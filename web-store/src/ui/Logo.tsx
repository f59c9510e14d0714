import { useEffect, useRef, useState } from 'react'
import { useBrand } from '../content/brand.ts'
import { chakra } from './chakra.ts'

const Lettering = chakra('span', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    fontSize: { base: 'min(1.375rem, 7vw)', md: '1.5rem' },
    fontWeight: '800',
    fontStretch: '82%',
    letterSpacing: '-.005em',
    lineHeight: '1',
    '& svg': { w: '30px', h: '30px' },
  },
})

const Own = chakra('img', {
  base: {
    display: 'block',
    h: '36px',
    w: 'auto',
    maxW: { base: '150px', md: '200px' },
    objectFit: 'contain',
    objectPosition: 'left center',
    // Most logos are made for white paper.
    _dark: { bg: 'white', borderRadius: '6px', p: '3px' },
    '[data-stage] &': { bg: 'white', borderRadius: '6px', p: '3px' },
  },
})

type Sign = { logo: string; logo_text: string; name: string }

/** Shows the shop's logo; without one, or if it fails to load, the stall with its play sign and the name. */
export function Logo({ of }: { of?: Sign }) {
  const brand = useBrand()
  const { logo, logo_text, name } = of ?? brand
  const words = logo_text || name
  const [failed, setFailed] = useState<string>()
  const image = useRef<HTMLImageElement>(null)
  // The image may have failed before hydration.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setFailed(logo)
  }, [logo])
  if (logo && failed !== logo) {
    return <Own ref={image} src={logo} alt={words} onError={() => setFailed(logo)} />
  }
  return (
    <Lettering>
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path d="M5 15h22v12a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2z" fill="#2B3390" />
        <path d="M13 19.5v6l6-3z" fill="#fff" stroke="#fff" strokeLinejoin="round" />
        <path d="M2 4h28v7a4.67 4.67 0 0 1-9.33 0 4.67 4.67 0 0 1-9.33 0A4.67 4.67 0 0 1 2 11z" fill="#FFB81C" />
        <path d="M11.34 4h9.33v7a4.67 4.67 0 0 1-9.33 0z" fill="#C21B63" />
      </svg>
      <span>{words}</span>
    </Lettering>
  )
}
