import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { t } from '../../language/text.ts'
import { CourseCard, CourseGrid } from '../../shared/courses/CourseCard.tsx'
import { nearQuery } from '../../shared/courses/courses.queries.ts'
import { chakra } from '../../ui/chakra.ts'
import { H2 } from '../../ui/text.tsx'

/** Courses near a search that finds nothing; those of the last one stay while it is typed. */
export default function NearCourses({ q }: { q: string }) {
  const { data } = useQuery({ ...nearQuery(q), placeholderData: keepPreviousData })
  if (!data?.cards.length) return null
  return (
    <chakra.section aria-labelledby="near-title" mt={{ base: '9', md: '10' }}>
      <H2 id="near-title" mb={{ base: '5', md: '6' }}>
        {t('Other courses')}
      </H2>
      <CourseGrid gridTemplateColumns={{ lg: 'repeat(3,minmax(0,1fr))' }}>
        {data.cards.map((card) => (
          <CourseCard key={card.course_id} course={card} />
        ))}
      </CourseGrid>
    </chakra.section>
  )
}
