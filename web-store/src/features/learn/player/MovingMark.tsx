import { useEffect, useState } from 'react'
import { chakra } from '../../../ui/chakra.ts'

const STAYS_MS = 12_000

/** In hundredths of the picture, across and down, apart from its edges and its controls. */
const PLACES = [
  [6, 8],
  [58, 62],
  [34, 30],
  [8, 68],
  [60, 12],
  [22, 48],
  [48, 74],
  [12, 22],
  [62, 40],
  [38, 58],
  [4, 40],
  [52, 20],
] as const

const Layer = chakra('div', {
  base: {
    position: 'absolute',
    inset: '0',
    pointerEvents: 'none',
    userSelect: 'none',
    transitionProperty: 'transform',
    transitionDuration: `${STAYS_MS}ms`,
    transitionTimingFunction: 'linear',
    // The mark jumps instead of gliding.
    _motionReduce: { transitionDuration: '0s' },
    '& span': {
      display: 'inline-block',
      maxW: '38%',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      color: 'white',
      opacity: '.38',
      fontSize: 'clamp(.75rem, 1.6cqw, 1.25rem)',
      textShadow: '0 0 3px rgb(0 0 0 / .8)',
    },
  },
})

/** Moves the student's name faintly over the picture. Hidden from screen readers; lets every touch through. */
export function MovingMark({ text }: { text: string }) {
  const [place, setPlace] = useState(() => Math.floor(Math.random() * PLACES.length))
  useEffect(() => {
    const timer = setInterval(() => setPlace((before) => before + 1), STAYS_MS)
    return () => clearInterval(timer)
  }, [])
  const [across, down] = PLACES[place % PLACES.length] ?? PLACES[0]
  return (
    <Layer aria-hidden data-mark style={{ transform: `translate(${across}%, ${down}%)` }}>
      <span>{text}</span>
    </Layer>
  )
}
