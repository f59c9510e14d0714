import { chakra } from './chakra.ts'

/** A disc with the initial of a name. */
export const Avatar = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    flexShrink: '0',
    w: '9',
    h: '9',
    borderRadius: 'full',
    bg: 'action.solid',
    color: 'white',
    fontWeight: '700',
    lineHeight: '1',
  },
})

/** Returns the initial of a name, which may begin with a character outside the basic plane. */
export const initialOf = (name: string): string => (Array.from(name)[0] ?? '?').toUpperCase()
