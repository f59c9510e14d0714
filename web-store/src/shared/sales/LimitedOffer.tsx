import { useSwitches } from '../../content/brand.ts'
import { useAddedTax } from '../../content/tax.ts'
import { t } from '../../language/text.ts'
import { Awning } from '../../ui/Awning.tsx'
import { chakra } from '../../ui/chakra.ts'
import { plainRupees } from '../../ui/format.ts'
import { Stage, Wrap } from '../../ui/layout.tsx'
import { BuyButton } from './BuyButton.tsx'
import type { ShownCourse } from './shown-course.ts'

const NEXT_PRICE_FACTOR = 5

type Part = { course: ShownCourse; heading?: string | undefined }

/** The closing band, which names the next price; nothing where the shop does without. */
export function NextPrice({ course, heading }: Part) {
  const added = useAddedTax()
  const { next_price } = useSwitches()
  if (!next_price) return null
  return (
    <Stage aria-labelledby="offer-title" css={{ '&&': { pt: '0', pb: '14' } }}>
      <Awning tone="offer" />
      <Wrap
        pt="12"
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: 'minmax(0,1fr) auto' }}
        columnGap="10"
        rowGap="5"
        alignItems="center"
      >
        <chakra.div minW="0">
          <chakra.h2 id="offer-title" fontSize="1rem" fontWeight="700" color="#FFB3D1" css={{ '&&': { mb: '0' } }}>
            {heading ?? t('Limited Period Offer')}
          </chakra.h2>
          <chakra.p
            fontSize={{ base: '2.25rem', lg: '3.25rem' }}
            fontWeight="800"
            fontStretch="80%"
            lineHeight="calc(1.05 + var(--signs, 0))"
            mt="1.5"
            textWrap="balance"
          >
            {t('Next Price Will be {price}/-', {
              price: plainRupees(course.sale?.was ?? course.price * NEXT_PRICE_FACTOR),
            })}
          </chakra.p>
          {added && (
            <chakra.p fontWeight="600" mt="2">
              {added}
            </chakra.p>
          )}
        </chakra.div>
        <BuyButton course={course} minW="260px" onStage />
      </Wrap>
    </Stage>
  )
}
