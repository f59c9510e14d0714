import { chakra } from './chakra.ts'

const Track = chakra('div', {
  base: { h: '2', flex: '1', borderRadius: 'full', bg: 'bg.muted', overflow: 'hidden' },
})
const Fill = chakra('div', { base: { h: 'full', borderRadius: 'full', bg: 'colorPalette.focusRing' } })

/** Shows progress in whole percent, 0 to 100. Green when completed, else the colour of progress. */
export function ProgressBar({ percent, label }: { percent: number; label: string }) {
  return (
    <Track
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      colorPalette={percent === 100 ? 'success' : 'action'}
    >
      <Fill style={{ width: `${percent}%` }} />
    </Track>
  )
}
