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

/** One row of equal heights: a clip is as wide as it is for its height. More than fit scroll, and wrap on paper. */
const Clips = chakra('ul', {
  base: {
    display: 'flex',
    gap: { base: '2', md: '4' },
    mx: { base: '-16px', md: '0' },
    px: { base: '16px', md: '0' },
    pb: '2',
    overflowX: 'auto',
    scrollSnapType: 'x proximity',
    scrollPaddingInline: { base: '16px', md: '0' },
    '& > li': {
      flex: 'none',
      flexGrow: { lg: 'var(--ratio)' },
      w: { base: 'min(calc(var(--ratio) * 232px), 78vw)', lg: 'calc(var(--ratio) * 258px)' },
      maxW: 'calc(var(--ratio) * 373px)',
      scrollSnapAlign: 'start',
    },
    _print: { flexWrap: 'wrap', overflow: 'visible' },
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

/** Width by height of the frame that `Reel` draws. */
const ratioOf = (video: string): number => {
  const facts = mediaFacts(video)
  return facts && facts.width > facts.height ? 16 / 9 : 9 / 16
}

/** Demo reels in one row, of which one plays at a time. */
export function Reels({ course, heading }: { course: ShownCourse; heading?: string | undefined }) {
  const [playing, setPlaying] = useState<number>()
  const clips = textsWithKeys(course.DEMO_REELS_VIDEOS)
  if (clips.length === 0) return null
  return (
    <section aria-labelledby="reels-title">
      <Wrap>
        <H2 id="reels-title">{heading ?? t('See what’s inside')}</H2>
        <Clips>
          {clips.map(({ key, entry: video, index }) => {
            const { name = '', seconds = null } = course.clips?.[index] ?? {}
            return (
              <li key={key} style={{ '--ratio': ratioOf(video) } as CSSProperties}>
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
      </Wrap>
    </section>
  )
}
