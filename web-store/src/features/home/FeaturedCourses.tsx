import { FEATURED } from 'contract/catalogue-page'
import { useEffect } from 'react'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { CourseCard, CourseCardSkeleton, CourseGrid } from '../../shared/courses/CourseCard.tsx'
import type { Catalogue } from '../../shared/courses/use-catalogue.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconBuildingStore, IconCloudOff } from '../../ui/icons.ts'
import { Section, Wrap } from '../../ui/layout.tsx'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { H2, TextLink, VisuallyHidden } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'

const FAILED = t('Failed to load featured courses')

/** The first four courses of the catalogue. */
export function FeaturedCourses({ catalogue }: { catalogue: Catalogue }) {
  const { list, failed, fromCache } = catalogue
  useEffect(() => {
    if (failed) toast.error(FAILED, { id: 'featured-failed' })
  }, [failed])
  return (
    <Section pt="52px" aria-labelledby="featured-title">
      <Wrap>
        <chakra.div
          display="flex"
          alignItems="end"
          justifyContent="space-between"
          flexWrap="wrap"
          columnGap="6"
          mb={{ base: '22px', md: '7' }}
        >
          <H2 id="featured-title">{t('Featured courses')}</H2>
          {list && list.total > FEATURED && !fromCache && (
            <TextLink to={paths.courses} whiteSpace="nowrap">
              {t('See all {count} courses', { count: list.total })}
            </TextLink>
          )}
        </chakra.div>
        <FeaturedGrid catalogue={catalogue} />
      </Wrap>
    </Section>
  )
}

function FeaturedGrid({ catalogue: { list, failed, retry } }: { catalogue: Catalogue }) {
  const cards = list?.cards
  if (failed) {
    return (
      <PageMessage
        icon={IconCloudOff}
        tone="danger"
        level={3}
        title={FAILED}
        action={<Button onClick={retry}>{t('Try again')}</Button>}
      >
        {t('Please check your connection and try again.')}
      </PageMessage>
    )
  }
  if (cards?.length === 0) {
    return (
      <EmptyState icon={IconBuildingStore} level={3} title={t('The stalls are being set up')}>
        {t('The first courses will be here soon.')}
      </EmptyState>
    )
  }
  return (
    <CourseGrid aria-busy={!cards}>
      {!cards && <VisuallyHidden role="status">{t('Loading courses...')}</VisuallyHidden>}
      {cards
        ? cards.slice(0, FEATURED).map((card) => <CourseCard key={card.course_id} course={card} />)
        : Array.from({ length: FEATURED }, (_, index) => <CourseCardSkeleton key={String(index)} />)}
    </CourseGrid>
  )
}
