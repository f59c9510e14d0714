import { mediaFacts } from 'contract/media/address'
import { type CSSProperties, useState } from 'react'
import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { clockLength } from '../../ui/format.ts'
import { Wrap } from '../../ui/layout.tsx'
import { H2 } from '../../ui/text.tsx'
import { textsWithKeys } from '../../ui/with-keys.ts'
import { Reel } from './Reel.tsx'
import type { ShownCourse } from './shown-course.ts'

const Clips = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'repeat(var(--few),minmax(0,1fr))', lg: 'repeat(var(--many),minmax(0,1fr))' },
    columnGap: { base: '2', md: '4' },
    rowGap: '5',
    '& > li': { minW: '0', gridColumn: { base: 'span var(--few)', lg: 'span var(--many)' } },
  },
})

const Caption = chakra('p', {
  base: {
    display: 'flex',
    flexWrap: { base: 'wrap', lg: 'nowrap' },
    justifyContent: 'space-between',
    columnGap: '3',
    mt: '2',
    textStyle: 'sm',
    '& b': { fontWeight: '600', minW: '0', lineClamp: '1' },
    '& span': { color: 'fg.muted', fontVariantNumeric: 'lining-nums tabular-nums' },
  },
})

/** Returns columns of full rows of at most `most` entries, and how many of them the entry at an index takes. */
function fullRows(count: number, most: number) {
  const inRow = Math.ceil(count / Math.ceil(count / most))
  const inLast = count % inRow || inRow
  return { columns: inRow * inLast, spanOf: (at: number) => (at < count - inLast ? inLast : inRow) }
}

/** A clip that is known to be wide takes the room of two. */
const isWide = (video: string): boolean => {
  const facts = mediaFacts(video)
  return facts !== undefined && facts.width > facts.height
}

const sizes = (few: number, many: number) => ({ '--few': few, '--many': many }) as CSSProperties

/** Demo reels, of which one plays at a time: upright ones in one row, three in a row on phones, wide ones below. */
export function Reels({ course, heading }: { course: ShownCourse; heading?: string | undefined }) {
  const [playing, setPlaying] = useState<number>()
  const clips = textsWithKeys(course.DEMO_REELS_VIDEOS)
  if (clips.length === 0) return null
  return (
    <section aria-labelledby="reels-title">
      <Wrap display="grid" gap="6">
        <H2 id="reels-title" css={{ '&&': { mb: '0' } }}>
          {heading ?? t('See what’s inside')}
        </H2>
        {[false, true].map((wide) => {
          const shown = clips.filter(({ entry }) => isWide(entry) === wide)
          if (shown.length === 0) return null
          const [few, many] = [fullRows(shown.length, wide ? 1 : 3), fullRows(shown.length, wide ? 2 : 6)]
          const most = wide ? 560 : 210
          return (
            <Clips key={String(wide)} style={{ ...sizes(few.columns, many.columns), maxWidth: shown.length * most }}>
              {shown.map(({ key, entry: video, index }, at) => {
                const { name = '', seconds = null } = course.clips?.[index] ?? {}
                return (
                  <li key={key} data-upright={wide ? undefined : ''} style={sizes(few.spanOf(at), many.spanOf(at))}>
                    <Reel
                      src={video}
                      label={name || t('demo reel {number}', { number: index + 1 })}
                      playing={playing === index}
                      onPlay={() => setPlaying(index)}
                      onEnd={() => setPlaying((now) => (now === index ? undefined : now))}
                    />
                    {(name || seconds !== null) && (
                      <Caption>
                        <b>{name}</b>
                        {seconds !== null && <span>{clockLength(seconds)}</span>}
                      </Caption>
                    )}
                  </li>
                )
              })}
            </Clips>
          )
        })}
      </Wrap>
    </section>
  )
}
