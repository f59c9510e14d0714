import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { rupeesText } from '../../../ui/format.ts'
import { Card } from '../../../ui/layout.tsx'
import { PageMessage } from '../../../ui/PageMessage.tsx'
import { H2 } from '../../../ui/text.tsx'
import { chosenCourseQuery } from '../../forms/CourseSelect.tsx'
import { IconTag } from '../../host/admin-icons.ts'
import { adminPaths } from '../../host/admin-paths.ts'
import { ListTab } from '../../lists/ListTab.tsx'
import { useListParams } from '../../lists/use-list-params.ts'
import { termsColumns } from '../../promocodes/code-columns.tsx'
import { PROMOCODE_SORTS, promocodeListQuery } from '../../promocodes/promocodes.queries.ts'
import { CourseHead } from '../editor/CourseHead.tsx'
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
      <CourseHead courseId={courseId} current="courseprice" />
      <Card padded display="flex" flexWrap="wrap" alignItems="center" gap="4" mb="7">
        <chakra.div flex="1" minW="0">
          <chakra.p textStyle="label" color="fg.muted">
            Price
          </chakra.p>
          <chakra.p fontSize="1.75rem" fontWeight="750" lineHeight="1.15" fontVariantNumeric="lining-nums tabular-nums">
            {course ? rupeesText(course.price) : ''}
          </chakra.p>
          {course?.offer_text && (
            <chakra.p textStyle="sm" color="fg.muted" mt="1" overflowWrap="anywhere">
              {course.offer_text}
            </chakra.p>
          )}
        </chakra.div>
        <Button asChild variant="outline">
          <Link to={adminPaths.editCourse(courseId)}>Change price</Link>
        </Button>
      </Card>
      <ScheduleCard key={courseId} courseId={courseId} />
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="3" mb="3">
        <H2 fontSize="1.25rem">Promo codes for this course</H2>
        <Button asChild variant="outline">
          <Link to={adminPaths.tab('promocodes')}>Open Promo Codes</Link>
        </Button>
      </chakra.div>
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
    </>
  )
}
