import { useEffect, useRef, useState } from 'react'
import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'

/** The sections of the settings, by the id of each heading or form. */
const sections = [
  ['own-profile', t('Profile')],
  ['change-password', t('Password')],
  ['devices', t('Devices')],
  ['consents', t('Messages')],
  ['own-data', t('Your data')],
] as const

/** A head so far from the top of the window is below the bar. */
const HEAD_PX = 140

const Bar = chakra('nav', {
  base: {
    display: { base: 'flex', md: 'none' },
    gap: '2',
    position: 'sticky',
    top: '0',
    zIndex: '4',
    mx: '-16px',
    mb: '4',
    px: '16px',
    py: '2',
    overflowX: 'auto',
    scrollbarWidth: 'none',
    bg: 'bg',
    borderBottomWidth: '1px',
    borderColor: 'border',
    '& a': {
      display: 'inline-flex',
      alignItems: 'center',
      flexShrink: '0',
      minH: '11',
      px: '4',
      borderWidth: '1px',
      borderColor: 'border.emphasized',
      borderRadius: 'full',
      bg: 'bg.panel',
      fontSize: '.9375rem',
      fontWeight: '550',
      whiteSpace: 'nowrap',
      // The last one is as visible as the first when it has the focus.
      scrollMarginInline: '16px',
    },
    '& a[aria-current]': { bg: 'action.subtle', borderColor: 'action.fg', color: 'action.fg' },
  },
})

/** Jumps to the sections of a long page on phones; it marks the one in view. `ready` is true once they are there. */
export function SectionLinks({ ready }: { ready: boolean }) {
  const [current, setCurrent] = useState<string>(sections[0][0])
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!ready) return
    const mark = () => {
      const { scrollHeight, clientHeight, scrollTop } = document.documentElement
      const isBegun = ([id]: (typeof sections)[number]) =>
        (document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) <= HEAD_PX
      // The last one may be too short to reach the bar.
      const isOver = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 1
      setCurrent((isOver ? sections.at(-1) : (sections.findLast(isBegun) ?? sections[0]))?.[0] ?? '')
    }
    mark()
    addEventListener('scroll', mark, { passive: true })
    return () => removeEventListener('scroll', mark)
  }, [ready])
  useEffect(() => {
    const box = bar.current
    const link = box?.querySelector<HTMLElement>(`[href="#${current}"]`)
    if (box && link) box.scrollTo({ left: link.offsetLeft - (box.clientWidth - link.offsetWidth) / 2 })
  }, [current])
  return (
    <Bar ref={bar} aria-label={t('Sections')}>
      {sections.map(([id, name]) => (
        <a key={id} href={`#${id}`} aria-current={id === current || undefined}>
          {name}
        </a>
      ))}
    </Bar>
  )
}
