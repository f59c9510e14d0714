import type { Course } from 'contract/courses/courses'
import { useAddedTax } from '../../content/tax.ts'
import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { FixedBar } from '../../ui/FixedBar.tsx'
import { splitRupees } from '../../ui/format.ts'
import { Wrap } from '../../ui/layout.tsx'
import { BuyButton } from './BuyButton.tsx'

const Figures = chakra('b', {
  base: {
    fontSize: { base: '1.375rem', md: '1.5rem' },
    fontWeight: '800',
    fontStretch: '84%',
    lineHeight: '1.1',
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'lining-nums tabular-nums',
    '& small': { fontSize: '.65em' },
  },
})

/** Price and buy button, always in view. `price` is what this visitor pays, where it is another one. */
export function BuyBar({ course, price = course.price }: { course: Course; price?: number | undefined }) {
  const { rupees, paise } = splitRupees(price)
  const added = useAddedTax()
  return (
    <FixedBar aria-label={t('Buy this course')}>
      <Wrap display="flex" flexWrap="wrap" alignItems="center" gap="4">
        <chakra.div flex="1" minW={{ base: 'min-content', md: '0' }}>
          <chakra.p display={{ base: 'none', md: 'block' }} fontWeight="600" truncate>
            {course.name}
          </chakra.p>
          <chakra.p display="flex" flexWrap={{ base: 'wrap', md: 'nowrap' }} alignItems="center" columnGap="2.5">
            <Figures>
              {course.free ? (
                t('Free')
              ) : (
                <>
                  {rupees}
                  <small>{paise}</small>
                </>
              )}
            </Figures>
            {added && !course.free && (
              <chakra.span fontSize={{ base: '.8125rem', md: '.875rem' }} fontWeight="600" whiteSpace="nowrap">
                {added}
              </chakra.span>
            )}
            {course.offer_text && (
              <chakra.span
                fontSize={{ base: '.8125rem', md: '.875rem' }}
                lineHeight="1.2"
                color="fg.muted"
                lineClamp="1"
                minW="0"
                flexBasis={{ base: '100%', md: 'auto' }}
              >
                {course.offer_text}
              </chakra.span>
            )}
          </chakra.p>
        </chakra.div>
        <BuyButton course={course} minW={{ base: '150px', md: '220px' }} maxW="60%" />
      </Wrap>
    </FixedBar>
  )
}
