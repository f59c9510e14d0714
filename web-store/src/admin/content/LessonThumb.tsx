import { use, useEffect, useRef, useState } from 'react'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconPlayerPlay } from '../../ui/secondary-icons.ts'
import { KnownOfLessons } from './lesson-previews.ts'

const Box = chakra('div', {
  base: {
    display: 'grid',
    placeItems: 'center',
    w: '64px',
    h: '40px',
    flexShrink: '0',
    borderRadius: 'l1',
    overflow: 'hidden',
    bg: 'bg.muted',
    color: 'fg.subtle',
    '& video': { w: 'full', h: 'full', objectFit: 'cover' },
    '&[data-empty]': { border: '1.5px dashed', borderColor: 'border.emphasized', bg: 'transparent' },
  },
})

/** Draws the first picture of a lesson's own video; it loads once the row is in view, so that a long list loads few. */
export function LessonThumb({ link }: { link: string }) {
  const shown = use(KnownOfLessons).previews[link]
  const box = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (!box.current) return
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), {
      rootMargin: '200px',
    })
    watcher.observe(box.current)
    return () => watcher.disconnect()
  }, [])
  return (
    <Box ref={box} aria-hidden data-empty={link ? undefined : ''}>
      {shown && seen ? (
        <video src={`${shown}#t=0.1`} preload="metadata" muted tabIndex={-1} />
      ) : (
        <Icon of={IconPlayerPlay} size={16} />
      )}
    </Box>
  )
}
