import type { Course } from 'contract/courses/courses'
import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { Card, Wrap } from '../../ui/layout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import type { PicturePlace } from '../../ui/picture-facts.ts'
import { H2, H3 } from '../../ui/text.tsx'
import { withKeys } from '../../ui/with-keys.ts'
import { Banners } from './Banners.tsx'

type Part = { course: Course; heading?: string | undefined }

type TitledPictureProps = { image: string; title: string; subtitle?: string; place: PicturePlace }

/** A picture with its title, as samples and bonuses show it; `beside` puts them in one row on a phone. */
export function TitledPicture({ image, title, subtitle, place }: TitledPictureProps) {
  return (
    <Card
      as="li"
      overflow="hidden"
      minW="0"
      {...(place === 'beside'
        ? { display: { base: 'grid', md: 'block' }, gridTemplateColumns: '6rem minmax(0,1fr)', alignItems: 'center' }
        : {})}
    >
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

/** Shows pictures of the content, and the banners of the course; at least one exists. */
export default function Samples({ course, heading }: Part) {
  const samples = course.product_content_samples
  const banners = course.additional_infobanners
  return (
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
  )
}
