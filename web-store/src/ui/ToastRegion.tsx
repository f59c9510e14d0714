import { chakra, createToaster, Toast, Toaster } from '@chakra-ui/react'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { Link, useLocation } from 'react-router-dom'
import { t } from '../language/text.ts'
import { keepClearOfFocus } from './clear-of-focus.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { IconCheck, IconX } from './icons.ts'
import { IconAlertTriangle, IconInfoCircle } from './secondary-icons.ts'
import { toastRecipe } from './theme/slot-recipes.ts'
import { type ToastKind, type ToastRequest, toastRegion } from './toaster.ts'

const DEFAULT_MS = 4500
const MOST_AT_ONCE = 3

const looks = {
  success: { icon: IconCheck, palette: 'success' },
  info: { icon: IconInfoCircle, palette: 'action' },
  error: { icon: IconAlertTriangle, palette: 'danger' },
} as const satisfies Record<ToastKind, { icon: typeof IconCheck; palette: string }>

const isPhone = () => window.matchMedia('(max-width: 767px)').matches

const toaster = createToaster({
  placement: isPhone() ? 'top' : 'bottom-end',
  max: MOST_AT_ONCE,
  offsets: isPhone() ? '76px' : 'calc(20px + var(--fixed-bar, 0px))',
  pauseOnPageIdle: true,
})

const Square = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    alignSelf: 'start',
    w: '9',
    h: '9',
    borderRadius: '9px',
    bg: 'colorPalette.solid',
    color: 'white',
  },
})

/** On a phone a notice that offers nothing is no obstacle: what lies under it can be pressed, besides its Close. */
const touchThrough = {
  '@media (max-width: 767px)': { pointerEvents: 'none !important', '& button': { pointerEvents: 'auto' } },
} as const

const actionStyle = {
  color: 'action.fg',
  textStyle: 'sm',
  fontWeight: '550',
  textDecoration: 'underline',
  textUnderlineOffset: '3px',
  cursor: 'pointer',
} as const

/**
 * A new notice is never kept waiting: the oldest one goes, but one that offers something stays as long as it can. A phone has room
 * for one of each sort: more of them would lie over what the visitor presses next.
 */
function makeRoom(action: Meta['action']) {
  const visible = toaster.getVisibleToasts()
  if (isPhone()) {
    const alike = visible.filter((entry) => Boolean((entry.meta as Meta | undefined)?.action) === Boolean(action))
    for (const { id } of alike) if (id) toaster.remove(id)
    return
  }
  if (visible.length < MOST_AT_ONCE) return
  const oldest = visible.findLast((entry) => !(entry.meta as Meta | undefined)?.action) ?? visible.at(-1)
  if (oldest?.id) toaster.remove(oldest.id)
}

function show({ kind, title, description, duration = DEFAULT_MS, action, id }: ToastRequest) {
  const options = { type: kind, title, description, duration, meta: { action } }
  if (id && toaster.isVisible(id)) {
    toaster.update(id, options)
    return
  }
  makeRoom(action)
  toaster.create(id ? { ...options, id } : options)
}

const isKind = (type: string): type is ToastKind => type in looks

type Meta = { action?: ToastRequest['action'] }

function Action({ action, close }: { action: NonNullable<Meta['action']>; close: () => void }) {
  const { pathname } = useLocation()
  const there = action.to === pathname
  // Who is where it leads needs it no more. What it closes is the same at every render.
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

/** Where toasts appear: bottom right, on phones under the header. Loaded with the first toast. */
export default function ToastRegion() {
  // The group of toasts listens only after its own effects ran, and what it does not hear is lost.
  useEffect(() => {
    // Notices are often raised by an effect, in the middle of a render that the region must not force itself into.
    const timer = setTimeout(() => toastRegion.connect((request) => queueMicrotask(() => show(request))))
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    const group = document.querySelector<HTMLElement>('[data-scope="toast"][data-part="group"]')
    return group ? keepClearOfFocus(group, isPhone) : undefined
  }, [])
  // Beside the page: an open dialog hides the page from screen readers, and its own notices with it.
  return createPortal(
    <Toaster toaster={toaster} css={{ zIndex: '60 !important' }}>
      {(entry) => {
        const kind = entry.type && isKind(entry.type) ? entry.type : 'success'
        const { action } = (entry.meta ?? {}) as Meta
        const { icon, palette } = looks[kind]
        return (
          <Toast.Root
            recipe={toastRecipe}
            role={kind === 'error' ? 'alert' : 'status'}
            css={action ? undefined : touchThrough}
          >
            <Square colorPalette={palette} gridRow={entry.description ? 'span 2' : undefined}>
              <Icon of={icon} />
            </Square>
            <Toast.Title>{entry.title}</Toast.Title>
            <chakra.span display="flex" alignItems="center" gap="1">
              {action && <Action action={action} close={() => toaster.dismiss(entry.id)} />}
              <IconButton compact m="-6px" aria-label={t('Close')} onClick={() => toaster.dismiss(entry.id)}>
                <Icon of={IconX} />
              </IconButton>
            </chakra.span>
            {entry.description && <Toast.Description>{entry.description}</Toast.Description>}
          </Toast.Root>
        )
      }}
    </Toaster>,
    document.body,
  )
}
