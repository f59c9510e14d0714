import { chakra } from '../../ui/chakra.ts'

export const Plot = chakra('div', {
  base: {
    position: 'relative',
    h: { base: '200px', md: '240px' },
    touchAction: 'pan-y',
    cursor: 'crosshair',
    borderRadius: 'l1',
    '&:has(:focus-visible)': { outline: '3px solid', outlineColor: 'action.focusRing', outlineOffset: '4px' },
  },
})

export const Line = chakra('div', {
  base: { position: 'absolute', insetX: '0', borderTopWidth: '1px', borderColor: 'border' },
})

export const Columns = chakra('div', {
  base: {
    position: 'absolute',
    inset: '0',
    display: 'flex',
    alignItems: 'flex-end',
    '& > span': {
      flex: '1',
      minW: '0',
      h: 'full',
      px: { base: '0.5px', md: '2px' },
      display: 'flex',
      alignItems: 'flex-end',
    },
    '& > span > i': { display: 'block', w: 'full', bg: 'action.focusRing', borderRadius: '3px 3px 0 0', minH: '0' },
    // Today is not over yet.
    '& > span[data-today] > i': { bg: 'action.emphasized' },
    '&[data-one] > span:not([data-shown]) > i': { opacity: '.5' },
  },
})

export const Bubble = chakra('div', {
  base: {
    position: 'absolute',
    top: '0',
    zIndex: '1',
    px: '3.5',
    py: '2.5',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'l2',
    boxShadow: 'md',
    textStyle: 'sm',
    whiteSpace: 'nowrap',
    pointerEvents: 'none',
    fontVariantNumeric: 'lining-nums tabular-nums',
  },
})

/** The keys and voices of a slider, without its looks: the chart itself is what is seen. */
export const Keys = chakra('input', {
  base: { position: 'absolute', inset: '0', w: 'full', h: 'full', m: '0', opacity: '0', pointerEvents: 'none' },
})

/** Explains that bars are these days, and dashes the time before. */
export function Legend({ days }: { days: number }) {
  const period = days === 1 ? 'day' : `${days} days`
  return (
    <chakra.p display="flex" flexWrap="wrap" columnGap="4" fontSize=".8125rem" color="fg.muted" aria-hidden>
      <chakra.span display="inline-flex" alignItems="center" gap="2">
        <chakra.span w="3" h="3" borderRadius="3px" bg="action.focusRing" />
        {days === 1 ? 'This' : 'These'} {period}
      </chakra.span>
      <chakra.span display="inline-flex" alignItems="center" gap="2">
        <chakra.span w="5" borderTopWidth="2px" borderStyle="dashed" borderColor="buy.fg" />
        {period} before
      </chakra.span>
    </chakra.p>
  )
}

const Dashes = chakra('svg', {
  base: {
    position: 'absolute',
    inset: '0',
    w: 'full',
    h: 'full',
    overflow: 'visible',
    pointerEvents: 'none',
    color: 'buy.fg',
  },
})

/** The time before as a dashed line; `points` in hundredths of the plot, `12,40`. */
export function Before({ points }: { points: readonly string[] }) {
  return (
    <Dashes viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeDasharray="4 4"
        vectorEffect="non-scaling-stroke"
      />
    </Dashes>
  )
}
