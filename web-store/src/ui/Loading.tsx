import { useEffect, useState } from 'react'
import { t } from '../language/text.ts'
import { chakra } from './chakra.ts'

const Ring = chakra('span', {
  base: {
    w: '28px',
    h: '28px',
    borderRadius: 'full',
    border: '3px solid',
    borderColor: 'action.fg',
    borderRightColor: 'transparent',
    animation: 'spin .8s linear infinite',
    '@media (prefers-reduced-motion: reduce)': { display: 'none' },
  },
})

const APPEARS_AFTER_MS = 300

/** Shows the spinner of a page: a status with its text, visible only after a noticeable wait. */
export function Loading({ text = t('Loading...'), minH = '50vh' }: { text?: string; minH?: string }) {
  const [visible, setVisible] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setVisible(true), APPEARS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <chakra.div
      role="status"
      display="grid"
      placeContent="center"
      justifyItems="center"
      gap="3"
      color="fg.muted"
      style={{ minHeight: minH }}
    >
      {visible && (
        <>
          <Ring aria-hidden />
          <span>{text}</span>
        </>
      )}
    </chakra.div>
  )
}
