import type { ReactNode } from 'react'
import { IconChevronDown } from '../ui/buying-icons.ts'
import { chakra } from '../ui/chakra.ts'
import { Icon } from '../ui/Icon.tsx'

/** The browser opens and closes it; a browser's own triangle is not ours. */
const Details = chakra('details', {
  base: {
    '& > summary': {
      display: 'flex',
      w: 'fit-content',
      alignItems: 'center',
      gap: '1.5',
      minH: '11',
      fontWeight: '550',
      color: 'action.fg',
      borderRadius: 'l1',
      cursor: 'pointer',
      listStyle: 'none',
      '&::-webkit-details-marker': { display: 'none' },
    },
    '& > summary > svg': { flex: 'none', transform: 'rotate(-90deg)' },
    '&[open] > summary > svg': { transform: 'none' },
  },
  variants: {
    // Beside many others of its kind.
    small: { true: { '& > summary': { minH: '6', textStyle: 'sm' } } },
  },
})

/** Hides its content below a label until a click. */
export function Disclosure({ label, small, children }: { label: string; small?: boolean; children: ReactNode }) {
  return (
    <Details small={small}>
      <summary>
        <Icon of={IconChevronDown} size={16} />
        {label}
      </summary>
      {children}
    </Details>
  )
}
