import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { Button } from '../../../ui/Button.tsx'
import { PageMessage } from '../../../ui/PageMessage.tsx'
import { H2 } from '../../../ui/text.tsx'
import { chosenCourseQuery } from '../../forms/CourseSelect.tsx'
import { Tools } from '../../forms/form-parts.tsx'
import { IconTag } from '../../host/admin-icons.ts'
import { adminPaths } from '../../host/admin-paths.ts'
import { ListTab } from '../../lists/ListTab.tsx'
import { useListParams } from '../../lists/use-list-params.ts'
import { termsColumns } from '../../promocodes/code-columns.tsx'
import { PROMOCODE_SORTS, promocodeListQuery } from '../../promocodes/promocodes.queries.ts'
import { CourseHead } from '../editor/CourseHead.tsx'
import { SectionIndex, StepGrid } from '../editor/SectionIndex.tsx'
import { ScheduleCard } from './ScheduleCard.tsx'

/** Shows the price of a course, and its promo codes. */
export default function CoursePriceTab() {
  const [search] = useSearchParams()
  const courseId = search.get('course_id') ?? ''
  const list = useListParams(PROMOCODE_SORTS)
  const { data: course } = useQuery(chosenCourseQuery(courseId))
  const query = useQuery(promocodeListQuery({ ...list.input, course: courseId }))
  return (
    <>
      <CourseHead courseId={courseId} current="selling" />
      <StepGrid>
        <SectionIndex courseId={courseId} step="selling" current="prices" kind={course?.kind ?? 'course'} />
        <div>
          <ScheduleCard key={courseId} courseId={courseId} />
          <Tools justifyContent="space-between" gap="3" mb="3">
            <H2 fontSize="1.25rem">Promo codes for this course</H2>
            <Button asChild variant="outline">
              <Link to={adminPaths.tab('promocodes')}>Open promo codes</Link>
            </Button>
          </Tools>
          <ListTab
            caption="Promo codes for this course"
            list={list}
            query={query}
            rows={query.data?.data.promocodes}
            keyOf={({ id }) => id}
            show={termsColumns}
            failed="Failed to load promo codes"
            empty={
              <PageMessage icon={IconTag} title="No promo codes for this course">
                Promo codes for this course, and for every course, show here.
              </PageMessage>
            }
          />
        </div>
      </StepGrid>
    </>
  )
}
