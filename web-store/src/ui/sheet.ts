import { chakra } from './chakra.ts'

/** The browser's own, which traps the focus and gives it back: the shop's weighs more than all that is in it. */
export const Sheet = chakra('dialog', {
  base: {
    m: 'auto',
    w: 'min(560px, calc(100vw - 32px))',
    maxH: 'calc(100dvh - 48px)',
    overflowY: 'auto',
    p: { base: '4', md: '6' },
    bg: 'bg.panel',
    color: 'fg',
    borderRadius: 'l3',
    borderWidth: '1px',
    borderColor: 'border',
    _backdrop: { bg: 'rgba(12, 13, 43, .6)' },
  },
})
