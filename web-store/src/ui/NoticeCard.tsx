import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { t } from '../language/text.ts'
import { IconAlertTriangle, IconInfoCircle } from './buying-icons.ts'
import { chakra } from './chakra.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { IconCheck, IconX } from './icons.ts'
import { NARROW } from './notice-place.ts'
import type { Notice } from './notices.ts'
import type { ToastKind, ToastRequest } from './toaster.ts'

const looks = {
  success: { icon: IconCheck, palette: 'success' },
  info: { icon: IconInfoCircle, palette: 'action' },
  error: { icon: IconAlertTriangle, palette: 'danger' },
} as const satisfies Record<ToastKind, { icon: typeof IconCheck; palette: string }>

const Card = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: '3',
    rowGap: '0.5',
    flexShrink: '0',
    p: '3',
    w: { base: 'calc(100vw - 32px)', sm: '400px' },
    maxW: '100%',
    bg: 'bg.panel',
    color: 'fg',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'l3',
    boxShadow: 'md',
    pointerEvents: 'auto',
  },
})

const Square = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    alignSelf: 'start',
    w: '9',
    h: '9',
    borderRadius: 'calc({radii.l2} * .9)',
    bg: 'colorPalette.solid',
    color: 'white',
  },
})

/** On a phone a notice without an action lets touches through, except its Close button. */
const touchThrough = {
  [`@media ${NARROW}`]: { pointerEvents: 'none', '& button': { pointerEvents: 'auto' } },
}

const actionStyle = {
  color: 'action.fg',
  textStyle: 'sm',
  fontWeight: '550',
  textDecoration: 'underline',
  textUnderlineOffset: '3px',
  cursor: 'pointer',
} as const

function Action({ action, close }: { action: NonNullable<ToastRequest['action']>; close: () => void }) {
  const { pathname } = useLocation()
  const there = action.to === pathname
  // Closes once its target page is open. `close` is stable between renders.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (there) close()
  }, [there])
  if (action.to) {
    return (
      <chakra.span css={actionStyle}>
        <Link to={action.to} onClick={close}>
          {action.label}
        </Link>
      </chakra.span>
    )
  }
  return (
    <chakra.button type="button" css={actionStyle} onClick={action.onClick}>
      {action.label}
    </chakra.button>
  )
}

/** Shows one notice: its text, its action, and Close. */
export function NoticeCard({ notice, close }: { notice: Notice; close: () => void }) {
  const { kind, title, description, action } = notice
  const { icon, palette } = looks[kind]
  return (
    <Card
      // Its region says what is added; a status in it would be said a second time.
      role={kind === 'error' ? 'alert' : undefined}
      aria-atomic="true"
      css={action ? undefined : touchThrough}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        close()
      }}
    >
      <Square colorPalette={palette} gridRow={description ? 'span 2' : undefined}>
        <Icon of={icon} />
      </Square>
      <chakra.div fontWeight="600" lineHeight="1.35" overflowWrap="anywhere">
        {title}
      </chakra.div>
      <chakra.span display="flex" alignItems="center" gap="1">
        {action && <Action action={action} close={close} />}
        <IconButton compact m="-6px" aria-label={t('Close')} onClick={close}>
          <Icon of={IconX} />
        </IconButton>
      </chakra.span>
      {description && (
        <chakra.div gridColumn="2 / -1" textStyle="sm" color="fg.muted" overflowWrap="anywhere">
          {description}
        </chakra.div>
      )}
    </Card>
  )
}
