import { chakra } from '@chakra-ui/react'
import type { Course } from 'server/contract/courses'
import { useAddedTax } from '../../content/tax.ts'
import { splitRupees } from '../../ui/format.ts'
import { Wrap } from '../../ui/layout.tsx'
import { BuyButton } from './BuyButton.tsx'

const Bar = chakra('aside', {
  base: {
    position: 'fixed',
    insetInline: '0',
    bottom: '0',
    zIndex: '9',
    bg: 'bg.panel',
    borderTopWidth: '1px',
    borderColor: 'border',
    boxShadow: '0 -8px 24px -12px rgb(20 22 63/.25)',
    pt: '2.5',
    pb: 'calc(10px + env(safe-area-inset-bottom))',
  },
})

const Figures = chakra('b', {
  base: {
    fontSize: { base: '1.375rem', md: '1.5rem' },
    fontWeight: '800',
    fontStretch: '84%',
    lineHeight: '1.1',
    fontVariantNumeric: 'lining-nums tabular-nums',
    '& small': { fontSize: '.65em' },
  },
})

/** Price and buy button, always in view. The page leaves room for it (`data-fixed-bar`, see index.html). */
export function BuyBar({ course }: { course: Course }) {
  const { rupees, paise } = splitRupees(course.price)
  const added = useAddedTax()
  return (
    <Bar data-fixed-bar aria-label="Buy this course">
      <Wrap display="flex" alignItems="center" gap="4">
        <chakra.div flex="1" minW="0">
          <chakra.p display={{ base: 'none', md: 'block' }} fontWeight="600" truncate>
            {course.name}
          </chakra.p>
          <chakra.p display="flex" flexWrap={{ base: 'wrap', md: 'nowrap' }} alignItems="center" columnGap="2.5">
            <Figures>
              {rupees}
              <small>{paise}</small>
            </Figures>
            {added && (
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
              >
                {course.offer_text}
              </chakra.span>
            )}
          </chakra.p>
        </chakra.div>
        <BuyButton course={course} minW={{ base: '150px', md: '220px' }} maxW="60%" />
      </Wrap>
    </Bar>
  )
}
