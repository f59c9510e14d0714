import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import type { CourseCard } from 'server/contract/courses'
import { Button } from '../../ui/Button.tsx'
import { rupeesText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { IconPlus, IconSearch } from '../../ui/icons.ts'
import { IconBooks, IconTrash } from '../../ui/later-icons.ts'
import { Tag } from '../../ui/layout.tsx'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { IconPencil } from '../admin-icons.ts'
import { adminPaths } from '../admin-paths.ts'
import { type Column, DataTable } from '../parts/DataTable.tsx'
import { ExportButton } from '../parts/ExportButton.tsx'
import { SearchBox } from '../parts/SearchBox.tsx'
import { TabHead } from '../parts/TabHead.tsx'
import { Trouble } from '../parts/Trouble.tsx'
import { Mono } from '../parts/table-parts.tsx'
import { useFailureToast } from '../parts/use-failure-toast.ts'
import { useListParams } from '../parts/use-list-params.ts'
import { COURSE_SORTS, courseListQuery } from './courses.queries.ts'

const DeleteCourse = lazy(() => import('./DeleteCourse.tsx'))

/** Every course is the shop's own: the spec has a column for its maker, and one text in it. */
const CREATOR = 'SkillHaat Team'

const Thumb = chakra('div', { base: { w: '72px', flexShrink: '0', borderRadius: 'l1', overflow: 'hidden' } })

const columnsWith = (remove: (course: CourseCard) => void): Column<CourseCard>[] => [
  {
    head: 'ID',
    wideOnly: true,
    cell: ({ course_id }) => (
      <Mono color="fg.muted" display="block" maxW="16em">
        {course_id}
      </Mono>
    ),
  },
  {
    head: 'Title',
    sort: 'name',
    lead: true,
    cell: ({ course_id, name, banner }) => (
      <chakra.div display="flex" alignItems="center" gap="3.5" minW="0">
        <Thumb aria-hidden>
          <Picture src={banner} alt="" label="" place="thumb" />
        </Thumb>
        <chakra.span fontWeight="550" overflowWrap="anywhere" minW="0" _hover={{ textDecoration: 'underline' }}>
          <Link to={adminPaths.editCourse(course_id)}>{name}</Link>
        </chakra.span>
      </chakra.div>
    ),
  },
  { head: 'Creator', wideOnly: true, cell: () => <chakra.span color="fg.muted">{CREATOR}</chakra.span> },
  { head: 'Price', sort: 'price', numeric: true, label: 'Price', cell: ({ price }) => rupeesText(price) },
  {
    head: 'Offer',
    sort: 'offer_text',
    cell: ({ offer_text }) =>
      offer_text ? (
        <Tag coloured colorPalette="rani" whiteSpace="normal" overflowWrap="anywhere">
          {offer_text}
        </Tag>
      ) : (
        <chakra.span color="fg.muted">None</chakra.span>
      ),
  },
  {
    head: 'Actions',
    actions: true,
    cell: (course) => (
      <>
        <IconButton asChild compact color="fg.muted" aria-label={`Edit ${course.name}`}>
          <Link to={adminPaths.editCourse(course.course_id)}>
            <Icon of={IconPencil} />
          </Link>
        </IconButton>
        <IconButton
          compact
          color="fg.muted"
          _hover={{ color: 'geru.fg', bg: 'geru.subtle' }}
          aria-label={`Delete ${course.name}`}
          onClick={() => remove(course)}
        >
          <Icon of={IconTrash} />
        </IconButton>
      </>
    ),
  },
]

function NoCourses({ searched, onClear }: { searched: boolean; onClear: () => void }) {
  return searched ? (
    <PageMessage
      icon={IconSearch}
      title="No courses match your search"
      action={
        <Button variant="outline" onClick={onClear}>
          Clear search
        </Button>
      }
    />
  ) : (
    <PageMessage
      icon={IconBooks}
      title="No courses available"
      action={
        <Button asChild>
          <Link to={adminPaths.tab('addcourse')}>Add Course</Link>
        </Button>
      }
    />
  )
}

/** All courses, searched by title. */
export default function CoursesTab() {
  const list = useListParams(COURSE_SORTS)
  const [removing, setRemoving] = useState<CourseCard>()
  const { data, error, isPlaceholderData, refetch } = useQuery(courseListQuery(list.input))
  useFailureToast(error, 'Failed to fetch courses from server')
  return (
    <>
      <TabHead title="Courses" count={data?.total}>
        <SearchBox list={list} label="Search by title" />
        <ExportButton table="courses" input={{ q: list.q }} />
        <Button asChild>
          <Link to={adminPaths.tab('addcourse')}>
            <Icon of={IconPlus} />
            Add Course
          </Link>
        </Button>
      </TabHead>
      {error && !data ? (
        <Trouble title="Failed to fetch courses from server" onRetry={() => void refetch()} />
      ) : (
        <DataTable
          caption="Courses"
          columns={columnsWith(setRemoving)}
          rows={data?.data.courses}
          total={data?.total ?? 0}
          keyOf={({ course_id }) => course_id}
          list={list}
          stale={isPlaceholderData}
          empty={<NoCourses searched={list.q !== ''} onClear={() => list.set({ q: '' })} />}
        />
      )}
      {removing && (
        <Suspense>
          <DeleteCourse course={removing} onClose={() => setRemoving(undefined)} />
        </Suspense>
      )}
    </>
  )
}
