import { useSwitches } from '../../content/brand.ts'
import { useAddedTax } from '../../content/tax.ts'
import { t } from '../../language/text.ts'
import { Awning } from '../../ui/Awning.tsx'
import { chakra } from '../../ui/chakra.ts'
import { plainRupees } from '../../ui/format.ts'
import { Card, Stage, Wrap } from '../../ui/layout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import type { PicturePlace } from '../../ui/picture-facts.ts'
import { H2, H3 } from '../../ui/text.tsx'
import { withKeys } from '../../ui/with-keys.ts'
import { Banners } from './Banners.tsx'
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

/** Three beside each other, one below the other on phones. */
export const Three = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0,1fr)', md: 'repeat(3,minmax(0,1fr))' },
    gap: '5',
  },
})

export const Shot = chakra('li', {
  base: {
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'calc({radii.l2} * 1.2)',
    overflow: 'hidden',
    minW: '0',
  },
})

type TitledPictureProps = { image: string; title: string; subtitle?: string; place: PicturePlace }

/** A picture with its title, as samples and bonuses show it. */
export function TitledPicture({ image, title, subtitle, place }: TitledPictureProps) {
  return (
    <Card as="li" overflow="hidden" minW="0">
      <Picture place={place} src={image} alt="" label={title} />
      <chakra.div px={{ base: '3', md: '4' }} py={{ base: '3', md: '3.5' }} overflowWrap="anywhere">
        <H3>{title}</H3>
        {subtitle && (
          <chakra.p textStyle="sm" color="fg.muted">
            {subtitle}
          </chakra.p>
        )}
      </chakra.div>
    </Card>
  )
}

/** Shows pictures of the content, and the banners of the course. */
export function Samples({ course, heading }: Part) {
  const samples = course.product_content_samples
  const banners = course.additional_infobanners
  if (samples.length === 0 && banners.length === 0) return null
  return (
    <section aria-label={heading ?? t('What you get')}>
      <Wrap>
        {samples.length > 0 && (
          <>
            <H2>{heading ?? t('What you get')}</H2>
            <chakra.ul
              display="grid"
              gridTemplateColumns={{ base: 'repeat(2,minmax(0,1fr))', lg: 'repeat(4,minmax(0,1fr))' }}
              gap={{ base: '3', md: '5' }}
            >
              {withKeys(samples, ({ title }) => title).map(({ key, entry: { image, title, subtitle } }) => (
                <TitledPicture
                  key={key}
                  image={image}
                  title={title}
                  place="sample"
                  {...(subtitle && subtitle !== 'none' ? { subtitle } : {})}
                />
              ))}
            </chakra.ul>
          </>
        )}
        <Banners entries={banners} />
      </Wrap>
    </section>
  )
}
