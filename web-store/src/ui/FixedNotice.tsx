import type { ReactNode } from 'react'
import { t } from '../language/text.ts'
import { chakra } from './chakra.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { IconX } from './icons.ts'

const Notice = chakra('div', {
  base: {
    position: 'fixed',
    left: '4',
    right: '4',
    bottom: 'calc(16px + var(--fixed-bar, 0px))',
    zIndex: '60',
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    maxW: '480px',
    mx: 'auto',
    p: '3.5',
    bg: 'bg.panel',
    borderRadius: 'l2',
    boxShadow: 'lg',
    // The page itself did not open, and says so: one error is enough.
    'html:has([data-not-opened]) &': { display: 'none' },
  },
})

/** Shows a notice at the bottom with parts of every page only, because the usual notices may be the missing file. */
export function FixedNotice(props: { children: ReactNode; actions?: ReactNode; onClose?: (() => void) | undefined }) {
  const { children, actions, onClose } = props
  return (
    <Notice role="alert">
      <chakra.span flex="1 1 14em">{children}</chakra.span>
      {actions}
      {onClose && (
        <IconButton compact aria-label={t('Close')} onClick={onClose}>
          <Icon of={IconX} />
        </IconButton>
      )}
    </Notice>
  )
}
