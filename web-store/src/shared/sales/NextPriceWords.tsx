import { useAddedTax } from '../../content/tax.ts'
import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText, plainRupees } from '../../ui/format.ts'
import type { ShownCourse } from './shown-course.ts'

const NEXT_PRICE_FACTOR = 5

/** The words of the closing band: the next price, and from when it holds if a sale says so. */
export default function NextPriceWords({ course: { price, sale }, heading }: { course: ShownCourse; heading: string }) {
  const added = useAddedTax()
  return (
    <>
      <chakra.h2 id="offer-title" fontSize="1rem" fontWeight="700" color="#FFB3D1" css={{ '&&': { mb: '0' } }}>
        {heading}
      </chakra.h2>
      <chakra.p
        fontSize={{ base: '2.25rem', lg: '3.25rem' }}
        fontWeight="800"
        fontStretch="80%"
        lineHeight="calc(1.05 + var(--signs, 0))"
        mt="1.5"
        textWrap="balance"
      >
        {t('Next Price Will be {price}/-', { price: plainRupees(sale?.was ?? price * NEXT_PRICE_FACTOR) })}
      </chakra.p>
      {added && (
        <chakra.p fontWeight="600" mt="2">
          {added}
        </chakra.p>
      )}
      {sale && (
        <chakra.p color="stage.muted" mt="2">
          {t('From {moment}. Until then it is {price}/-, paid once.', {
            moment: dateTimeText(sale.until),
            price: plainRupees(price),
          })}
        </chakra.p>
      )}
    </>
  )
}
