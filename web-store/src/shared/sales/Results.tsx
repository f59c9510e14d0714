import type { Course } from 'contract/courses/courses'
import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { Wrap } from '../../ui/layout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { H2, H3 } from '../../ui/text.tsx'
import { textsWithKeys } from '../../ui/with-keys.ts'

/** Three beside each other; on a phone a row that scrolls, on paper below each other. */
const Row = chakra('ul', {
  base: {
    display: { base: 'flex', md: 'grid' },
    gridTemplateColumns: 'repeat(3,minmax(0,1fr))',
    gap: { base: '3', md: '5' },
    mx: { base: '-16px', md: '0' },
    px: { base: '16px', md: '0' },
    overflowX: { base: 'auto', md: 'visible' },
    scrollSnapType: 'x proximity',
    scrollPaddingInline: '16px',
    '& > li': { flex: { base: '0 0 82%', md: 'auto' }, scrollSnapAlign: 'start' },
    _print: { display: 'grid', overflow: 'visible' },
  },
})

const Shot = chakra('li', {
  base: {
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'calc({radii.l2} * 1.2)',
    overflow: 'hidden',
    minW: '0',
  },
})

function Shots({ pictures, what }: { pictures: string[]; what: string }) {
  return (
    // The row scrolls, and holds nothing that takes the focus.
    <Row tabIndex={0} aria-label={what}>
      {textsWithKeys(pictures).map(({ key, entry: picture, index }) => (
        <Shot key={key}>
          <Picture place="third" src={picture} alt={`${what} ${index + 1}`} />
        </Shot>
      ))}
    </Row>
  )
}

/** Shows pictures of results, and customers' words; at least one exists. */
export default function Results({ course, heading }: { course: Course; heading?: string | undefined }) {
  const results = course.benefits_samples
  const reviews = course.CUSTOMER_REVIEWS.map(({ image }) => image)
  return (
    <Wrap>
      {results.length > 0 && (
        <>
          <H2>{heading ?? t('Results archive')}</H2>
          <Shots pictures={results} what={t('Result')} />
        </>
      )}
      {reviews.length > 0 && (
        <>
          {results.length > 0 ? (
            <H3 fontSize="1.375rem" mt="9" mb="5">
              {t('Customer reviews')}
            </H3>
          ) : (
            <H2>{heading ?? t('Customer reviews')}</H2>
          )}
          <Shots pictures={reviews} what={t('Customer review')} />
        </>
      )}
    </Wrap>
  )
}
