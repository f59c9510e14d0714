import { useEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../language/text.ts'
import { chakra } from './chakra.ts'
import { scrollClearOfFocus } from './clear-of-focus.ts'
import { NoticeCard } from './NoticeCard.tsx'
import { useFocus, usePointer } from './notice-holds.ts'
import { NARROW, NOTICES } from './notice-place.ts'
import { noticeList } from './notices.ts'
import { toastRegion } from './toaster.ts'

const isPhone = () => window.matchMedia(NARROW).matches

const list = noticeList(isPhone)

/**
 * Bottom right, on phones under the header; the newest is nearest to that edge. Only the notices react to presses, not
 * the gaps.
 */
const Region = chakra('div', {
  base: {
    position: 'fixed',
    zIndex: '60',
    display: 'flex',
    flexDirection: 'column-reverse',
    alignItems: 'flex-end',
    pointerEvents: 'none',
    bottom: 'max(env(safe-area-inset-bottom), calc(20px + var(--fixed-bar, 0px)))',
    right: 'calc(20px + env(safe-area-inset-right))',
    [`@media ${NARROW}`]: {
      flexDirection: 'column',
      alignItems: 'center',
      bottom: 'auto',
      top: 'max(env(safe-area-inset-top), 76px)',
      right: 'max(16px, env(safe-area-inset-right))',
      left: 'max(16px, env(safe-area-inset-left))',
    },
  },
})

/** The types of styles do not include it yet; in browsers without support a notice appears at once. */
const fromNothing: object = { '@starting-style': { gridTemplateRows: '0fr', opacity: '0' } }

/** Grows and shrinks a notice's room: the card slides in from the edge and moves the others. */
const Room = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateRows: '1fr',
    maxW: '100%',
    transition: 'grid-template-rows 200ms, opacity 200ms',
    ...fromNothing,
    '&[data-notice=leaving]': { gridTemplateRows: '0fr', opacity: '0', '& *': { pointerEvents: 'none !important' } },
    '& > div': { display: 'flex', flexDirection: 'column', minH: '0', '& > *': { mt: '4' } },
    [`@media ${NARROW}`]: { '& > div': { justifyContent: 'flex-end', '& > *': { mt: '0', mb: '4' } } },
  },
})

/** Shows toasts. Loaded with the first of them. */
export default function ToastRegion() {
  const notices = useSyncExternalStore(list.subscribe, list.current, list.current)
  const region = useRef<HTMLDivElement>(null)
  const focus = useFocus(list, region)
  const pointer = usePointer(list)
  useEffect(() => toastRegion.connect(list.show, list.end), [])
  useEffect(() => (region.current ? scrollClearOfFocus(region.current, isPhone) : undefined), [])
  useEffect(() => {
    const look = () => list.hold('hidden', document.hidden)
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  useEffect(() => {
    if (!region.current?.contains(document.activeElement)) list.hold('focus', false)
    pointer.left((key) => !notices.some((notice) => notice.key === key && !notice.leaving))
  })
  const close = (key: string) => {
    focus.giveBack()
    list.end(key)
  }
  // Outside the page: an open dialog hides the page from screen readers, and its own notices with it.
  return createPortal(
    <Region
      ref={region}
      id={NOTICES}
      role="region"
      aria-label={t('Notifications (Alt+T)')}
      aria-live="polite"
      aria-relevant="additions text"
      aria-atomic="false"
      onFocus={(event) => focus.entered(event.target, event.relatedTarget)}
      onBlur={(event) => focus.left(event.relatedTarget)}
    >
      {notices.map((notice) => (
        <Room
          key={notice.key}
          data-notice={notice.leaving ? 'leaving' : 'open'}
          onPointerMove={(event) => pointer.moved(notice.key, event)}
          onPointerLeave={() => pointer.left((key) => key === notice.key)}
        >
          <div>
            <NoticeCard notice={notice} close={() => close(notice.key)} />
          </div>
        </Room>
      ))}
    </Region>,
    document.body,
  )
}
