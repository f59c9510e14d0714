import type { ShownSettings } from 'contract/pages/blocks'
import { chakra } from '../../ui/chakra.ts'
import { Wrap } from '../../ui/layout.tsx'
import { H2, H3 } from '../../ui/text.tsx'
import { withKeys } from '../../ui/with-keys.ts'

const Figure = chakra('span', {
  base: {
    fontSize: '2.75rem',
    fontWeight: '800',
    fontStretch: '78%',
    lineHeight: '.9',
    color: 'offer.fg',
    minW: '30px',
    '[data-stage] &': { color: 'buy.solid' },
  },
})

/** Numbered steps, three beside each other. */
export default function Steps({ settings: { heading, steps } }: { settings: ShownSettings['steps'] }) {
  const shown = steps.filter(({ title, text }) => title || text)
  return (
    <Wrap>
      {heading && (
        <H2 mb="8" overflowWrap="anywhere">
          {heading}
        </H2>
      )}
      <chakra.ol
        display="grid"
        gridTemplateColumns={{ base: '1fr', lg: 'repeat(3,minmax(0,1fr))' }}
        columnGap="10"
        rowGap={{ base: '6', lg: '10' }}
      >
        {withKeys(shown, ({ title }) => title).map(({ key, entry: { title, text }, index }) => (
          <chakra.li key={key} display="grid" gridTemplateColumns="auto minmax(0,1fr)" gap="4" overflowWrap="anywhere">
            <Figure aria-hidden>{index + 1}</Figure>
            <div>
              {title && <H3 mb={text ? '1.5' : undefined}>{title}</H3>}
              {text && (
                <chakra.p opacity=".82" whiteSpace="pre-line">
                  {text}
                </chakra.p>
              )}
            </div>
          </chakra.li>
        ))}
      </chakra.ol>
    </Wrap>
  )
}
