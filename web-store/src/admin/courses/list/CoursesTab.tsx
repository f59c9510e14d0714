import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BIN_DAYS } from 'contract/courses/bin'
import { CourseState } from 'contract/placement'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { isApiError } from '../../../api/client.ts'
import { useSubmission } from '../../../api/use-submission.ts'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconPlus } from '../../../ui/icons.ts'
import { later } from '../../../ui/later.tsx'
import { Choices, PageMessage } from '../../../ui/PageMessage.tsx'
import { IconBooks, IconTrash } from '../../../ui/secondary-icons.ts'
import { toast } from '../../../ui/toaster.ts'
import { FolderDrop, useNewFromFolder } from '../../folder/NewFromFolder.tsx'
import { Segments } from '../../forms/Segments.tsx'
import { adminApi, adminClient } from '../../host/admin-api.ts'
import { adminPaths } from '../../host/admin-paths.ts'
import { useMe } from '../../host/me.queries.ts'
import { ExportButton } from '../../lists/ExportButton.tsx'
import { ListTab } from '../../lists/ListTab.tsx'
import { type Marks, markColumn, withMarks } from '../../lists/mark-column.tsx'
import { useListParams } from '../../lists/use-list-params.ts'
import { tabPath } from '../../tabs/tab-path.ts'
import { type AdminCard, courseListQuery, sortsFor } from '../courses.queries.ts'
import type { CourseDialog } from './CourseMenu.tsx'
import { binColumns, catalogueColumns } from './course-columns.tsx'
import { MarkedCourses } from './MarkedCourses.tsx'
import { useSales } from './use-sales.ts'

const movePath = tabPath('movein')

const DeleteCourse = later(() => import('./DeleteCourse.tsx'))
const ChangeMany = later(() => import('./ChangeMany.tsx'))
const BuyLink = later(() => import('./BuyLink.tsx'))
const ChangePrice = later(() => import('./ChangePrice.tsx'))

const keyOf = ({ course_id }: AdminCard) => course_id

type Filter = CourseState | ''

/** Words of the list of each kind. */
const kinds = {
  courses: { title: 'Courses', add: 'Add course', to: 'addcourse' },
  bundles: { title: 'Bundles', add: 'Add bundle', to: 'addbundle' },
} as const

const emptyStates: Partial<Record<CourseState, { title: string; text: string }>> = {
  draft: { title: 'No drafts', text: 'Courses that you have not published yet show here.' },
  unlisted: { title: 'No unlisted courses', text: 'Courses that only people with the address can buy show here.' },
  archived: { title: 'No archived courses', text: 'Courses that you no longer sell show here.' },
}

function NoBundles({ status }: { status: Filter }) {
  if (status) return <PageMessage icon={IconBooks} title="No bundles in this state" />
  return (
    <PageMessage
      icon={IconBooks}
      title="No bundles yet"
      action={
        <Button asChild>
          <Link to={adminPaths.tab('addbundle')}>Add bundle</Link>
        </Button>
      }
    >
      A bundle sells several courses at one price. Buyers of one of them pay only for the rest.
    </PageMessage>
  )
}

/** Replaces a table without courses. */
function NoCourses({ status }: { status: Filter }) {
  if (status === 'deleted') {
    return (
      <PageMessage icon={IconTrash} title="The bin is empty">
        Deleted courses stay here for {BIN_DAYS} days.
      </PageMessage>
    )
  }
  const none = status && emptyStates[status]
  if (none) {
    return (
      <PageMessage icon={IconBooks} title={none.title}>
        {none.text}
      </PageMessage>
    )
  }
  return (
    <PageMessage
      icon={IconBooks}
      title={status === 'published' ? 'No published courses' : 'No courses available'}
      action={
        <Choices>
          <Button asChild>
            <Link to={adminPaths.tab('addcourse')}>Add course</Link>
          </Button>
          {movePath && (
            <Button asChild variant="outline">
              <Link to={movePath}>Move in from another platform</Link>
            </Button>
          )}
        </Choices>
      }
    />
  )
}

/** All courses, or the bundles alone, searched by title, by their status; deleted ones are in the bin. */
export default function CoursesTab() {
  const [address] = useSearchParams()
  const of = address.get('tab') === 'bundles' ? 'bundles' : 'courses'
  const { title, add, to } = kinds[of]
  const kind = of === 'bundles' ? ({ kind: 'bundle' } as const) : {}
  const { data: me } = useMe()
  const list = useListParams(sortsFor(me?.role))
  const [opened, setOpened] = useState<{ dialog: CourseDialog; course: AdminCard }>()
  const close = () => setOpened(undefined)
  const status: Filter = CourseState.safeParse(list.get('status')).data ?? ''
  const query = useQuery({
    ...courseListQuery({ ...list.input, ...kind, ...(status && { status }) }),
    // The order by sales waits until the role is known.
    enabled: me !== undefined || !list.sort?.endsWith('sales'),
  })
  const { data } = query
  const { restore, restoring } = useRestoreCourse()
  const sales = useSales(data?.cards)
  const fromFolder = useNewFromFolder()
  // Marks belong to one search and filter.
  const filter = { ...kind, ...(list.q && { q: list.q }), ...(status && { status }) }
  const [marked, setMarked] = useState<{ of: string; marks: Marks<AdminCard> }>({ of: '', marks: new Map() })
  const marks: Marks<AdminCard> = marked.of === JSON.stringify(filter) ? marked.marks : new Map()
  const mark = (rows: readonly AdminCard[], on: boolean) =>
    setMarked({ of: JSON.stringify(filter), marks: withMarks(marks, { rows, on, keyOf }) })
  const counted = (label: string, count: number | undefined) => (count === undefined ? label : `${label} ${count}`)
  return (
    <FolderDrop onDrop={fromFolder.drop}>
      <ListTab
        title={status === 'deleted' ? 'Bin' : title}
        tools={
          of === 'courses' && (
            <>
              <ExportButton table="courses" input={{ q: list.q, ...(status && { status }) }} />
              {movePath && (
                <Button asChild variant="outline">
                  <Link to={movePath}>Move in</Link>
                </Button>
              )}
              {fromFolder.button}
            </>
          )
        }
        main={
          <Button asChild>
            <Link to={adminPaths.tab(to)}>
              <Icon of={IconPlus} />
              {add}
            </Link>
          </Button>
        }
        search="Search by title"
        filters={
          <chakra.div overflowX="auto" maxW="full">
            <Segments<Filter>
              label="Status"
              value={status}
              onChange={(next) => list.set({ status: next })}
              options={[
                ['', 'All'],
                ['published', counted('Published', data?.counts?.published)],
                ['unlisted', counted('Unlisted', data?.counts?.unlisted)],
                ['draft', counted('Drafts', data?.counts?.draft)],
                ['archived', counted('Archived', data?.counts?.archived)],
                ['deleted', counted('Bin', data?.counts?.deleted)],
              ]}
            />
          </chakra.div>
        }
        above={
          <>
            {status === 'deleted' && (data?.total ?? 0) > 0 && (
              <chakra.p color="fg.muted" mb="3">
                These courses are not in your store. You can restore them for {BIN_DAYS} days; then a course that nobody
                ever got is deleted for good, and any other is no longer shown here. Students keep their lessons.
              </chakra.p>
            )}
            <MarkedCourses
              marks={marks}
              total={data?.total ?? 0}
              filter={filter}
              onMark={(cards) => mark(cards, true)}
              onClear={() => setMarked({ of: '', marks: new Map() })}
            />
          </>
        }
        caption={status === 'deleted' ? 'Bin' : title}
        list={list}
        query={query}
        rows={data?.cards}
        keyOf={keyOf}
        show={
          status === 'deleted'
            ? binColumns(restore, restoring)
            : [
                markColumn({ rows: data?.cards ?? [], marks, keyOf, nameOf: ({ name }) => name, onMark: mark }),
                ...catalogueColumns({ open: (dialog, course) => setOpened({ dialog, course }), sales }),
              ]
        }
        failed="Failed to fetch courses from server"
        of={of}
        empty={of === 'bundles' ? <NoBundles status={status} /> : <NoCourses status={status} />}
      />
      {opened?.dialog === 'buyLink' ? (
        <BuyLink course={opened.course} onClose={close} />
      ) : opened?.dialog === 'price' ? (
        <ChangePrice of={opened.course} onClose={close} />
      ) : opened?.dialog === 'deleted' ? (
        <DeleteCourse course={opened.course} onClose={close} />
      ) : (
        opened && <ChangeMany cards={[opened.course]} to={opened.dialog} onClose={close} onDone={close} />
      )}
      {fromFolder.dialog}
    </FolderDrop>
  )
}

/** Takes a course out of the bin; it is published or a draft again, as it was. */
function useRestoreCourse(): { restore: (course: AdminCard) => void; restoring: string | undefined } {
  const queries = useQueryClient()
  const restore = useSubmission({
    mutationFn: ({ course_id }: AdminCard) => adminClient.courses.restore({ params: { id: course_id } }),
    onSuccess: (_, { name }) => toast.success(`${name} is restored`, { id: 'course-restored' }),
    onError: (error, { name }) => {
      toast.error(`${name} could not be restored`, {
        description: isApiError(error) && error.message ? error.message : 'Please try again.',
      })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: adminApi.courses.key() }),
  })
  return {
    restore: (course) => restore.mutate(course),
    restoring: restore.isPending ? restore.variables?.course_id : undefined,
  }
}
