import { chakra } from './chakra.ts'

const scallops =
  'radial-gradient(25% 100% at 25% 0,#000 96%,#0000) 0 100%/calc(var(--w)*2) var(--d) round no-repeat,' +
  'radial-gradient(25% 100% at 75% 0,#000 96%,#0000) 0 100%/calc(var(--w)*2) var(--d) round no-repeat,' +
  'linear-gradient(#000 0 0) 0 0/100% calc(100% - var(--d) + .5px) no-repeat'

/**
 * The scalloped awning over a place to shop or learn, one per object. `tone` is its colour in both themes; `size`:
 * `band` (14 high, over pages and dialogs), `card` (13) or `shop` (48, the shop front of the home page).
 */
export const Awning = chakra(
  'div',
  {
    base: {
      background: 'linear-gradient(90deg,var(--a) 50%,var(--b) 50%) 0 0/calc(var(--w)*2) 100% round',
      mask: scallops,
    },
    variants: {
      tone: {
        buy: { '--a': '#FFB81C', '--b': '#FFE9B3' },
        offer: { '--a': '#C21B63', '--b': '#F9C9DD' },
        success: { '--a': '#1F8549', '--b': '#BFE6CE' },
        action: { '--a': '#343DA6', '--b': '#C6CCF3' },
        festive: { '--a': '#FFB81C', '--b': '#C21B63' },
        waiting: { '--a': '{colors.bg.muted}', '--b': '{colors.border}' },
      },
      size: {
        band: { '--w': '20px', '--d': '9px', height: '14px' },
        card: { '--w': '16px', '--d': '8px', height: '13px' },
        shop: { '--w': '44px', '--d': '22px', height: '48px' },
      },
    },
    defaultVariants: { tone: 'buy', size: 'band' },
  },
  { defaultProps: { 'aria-hidden': true } },
)

export type AwningTone = 'buy' | 'offer' | 'success' | 'action'
