import { useQuery } from '@tanstack/react-query'
import { OwnCourse } from 'contract/courses/courses'
import { chakra } from '../../../ui/chakra.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { Card } from '../../../ui/layout.tsx'
import { IconChevronDown } from '../../../ui/secondary-icons.ts'
import { Help } from '../../forms/form-parts.tsx'
import { ErrorState } from '../../lists/ErrorState.tsx'
import { courseEditQuery, useCourseId } from '../courses.queries.ts'
import { CourseHead } from '../editor/CourseHead.tsx'
import { SectionIndex, StepGrid } from '../editor/SectionIndex.tsx'
import { loadSellingParts } from './selling-parts.ts'

const Way = chakra('details', {
  base: {
    borderTopWidth: '1px',
    borderColor: 'border',
    '&:first-of-type': { borderTopWidth: '0' },
    '& > summary': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: '3',
      rowGap: '1',
      minH: '14',
      px: '5',
      py: '2.5',
      cursor: 'pointer',
      listStyle: 'none',
      outlineOffset: '-2px',
      '&::-webkit-details-marker': { display: 'none' },
    },
    // A long state leaves the name of its way whole: it goes below it.
    '& > summary > b': { flex: '0 1 auto', minW: '0' },
    '& > summary > svg': { flex: 'none', transform: 'rotate(-90deg)', color: 'fg.muted' },
    '&[open] > summary > svg': { transform: 'none' },
    '& > div': { display: 'grid', gap: '4', px: '5', pb: '5' },
  },
})

const State = chakra('span', {
  base: { ms: 'auto', textAlign: 'end', textStyle: 'sm', color: 'fg.muted', overflowWrap: 'anywhere' },
  variants: { on: { true: { color: 'success.fg', fontWeight: '600' } } },
})

/** Ways to sell a course that features add, a line each: what it is set to, and below it its form. */
export default function CourseWaysTab() {
  const courseId = useCourseId()
  const stored = useQuery(courseEditQuery(courseId))
  const ways = useQuery({ queryKey: ['selling parts'], queryFn: loadSellingParts, staleTime: Infinity })
  const error = stored.error ?? ways.error
  if (error) {
    const again = () => void Promise.all([stored.refetch(), ways.refetch()])
    return <ErrorState title="Failed to fetch course data" error={error} onRetry={again} />
  }
  if (!stored.data || !ways.data) return <Loading />
  const course = OwnCourse.parse(stored.data.data)
  return (
    <>
      <CourseHead courseId={courseId} current="selling" />
      <StepGrid>
        <SectionIndex courseId={courseId} step="selling" current="ways" kind={course.kind} />
        <chakra.div maxW="880px">
          <Card overflow="hidden">
            {ways.data
              .filter(({ way }) => way.suits?.(course) ?? true)
              .map(({ way, default: Part }) => (
                <Way key={way.title} name="way">
                  <summary>
                    <Icon of={IconChevronDown} size={20} />
                    <b>{way.title}</b>
                    <State on={way.summary(course) !== null}>{way.summary(course) ?? 'Off'}</State>
                  </summary>
                  <div>
                    <Help>{way.help}</Help>
                    <Part course={course} />
                  </div>
                </Way>
              ))}
          </Card>
        </chakra.div>
      </StepGrid>
    </>
  )
}
