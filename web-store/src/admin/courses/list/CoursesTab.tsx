import { useQuery } from '@tanstack/react-query'
import { BIN_DAYS } from 'contract/courses/bin'
import { BUNDLE_COURSES } from 'contract/courses/bundles'
import { CourseState } from 'contract/placement'
import { type ComponentType, type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconPlus } from '../../../ui/icons.ts'
import { later } from '../../../ui/later.tsx'
import { PageMessage } from '../../../ui/PageMessage.tsx'
import { IconBooks, IconTrash } from '../../../ui/secondary-icons.ts'
import { useNewFromFolder } from '../../folder/NewFromFolder.tsx'
import { FileDrop } from '../../forms/FileDrop.tsx'
import { Segments } from '../../forms/Segments.tsx'
import { adminApi, adminClient } from '../../host/admin-api.ts'
import { IconPhoto } from '../../host/admin-icons.ts'
import { adminPaths } from '../../host/admin-paths.ts'
import { useMe } from '../../host/me.queries.ts'
import { useAct } from '../../kit/use-act.tsx'
import { ExportButton } from '../../lists/ExportButton.tsx'
import { ListTab } from '../../lists/ListTab.tsx'
import { MarkedBar, MOST_MARKED, useMarks } from '../../lists/mark-column.tsx'
import { useListParams } from '../../lists/use-list-params.ts'
import { type AdminCard, courseListQuery, isCard, sortsFor } from '../courses.queries.ts'
import { AddCourse } from './AddCourse.tsx'
import type { CourseDialog } from './CourseMenu.tsx'
import { changes, type NewState } from './change-many.ts'
import { binColumns, catalogueColumns } from './course-columns.tsx'
import { useSales } from './use-sales.ts'

const ChangeMany = later(() => import('./ChangeMany.tsx'))
const dialogs: { [dialog in CourseDialog]?: ComponentType<{ of: AdminCard; onClose: () => void }> } = {
  price: later(() => import('./ChangePrice.tsx')),
  buyLink: later(() => import('./BuyLink.tsx')),
  deleted: later(() => import('./DeleteCourse.tsx')),
}

const keyOf = ({ course_id }: AdminCard) => course_id

type Filter = CourseState | ''

const titles = { courses: 'Courses', bundles: 'Bundles' } as const
type Kind = keyof typeof titles

const emptyStates: { [state in Filter]?: readonly [title: string, text?: string] } = {
  published: ['No published courses'],
  draft: ['No drafts', 'Courses that you have not published yet show here.'],
  unlisted: ['No unlisted courses', 'Courses that only people with the address can buy show here.'],
  archived: ['No archived courses', 'Courses that you no longer sell show here.'],
}

/** Replaces a table without courses. */
function Nothing({ of, status, add }: { of: Kind; status: Filter; add: ReactNode }) {
  if (of === 'bundles') {
    if (status) return <PageMessage icon={IconBooks} title="No bundles in this state" />
    return (
      <PageMessage icon={IconBooks} title="No bundles yet" action={add}>
        A bundle sells several courses at one price. Buyers of one of them pay only for the rest.
      </PageMessage>
    )
  }
  if (status === 'deleted') {
    return (
      <PageMessage icon={IconTrash} title="The bin is empty">
        Deleted courses stay here for {BIN_DAYS} days.
      </PageMessage>
    )
  }
  const [title, text] = emptyStates[status] ?? ['No courses available']
  return (
    <PageMessage icon={IconBooks} title={title} action={!status && add}>
      {text}
    </PageMessage>
  )
}

/** All courses, or the bundles alone, searched by title, by their status; deleted ones are in the bin. */
export default function CoursesTab() {
  const [address] = useSearchParams()
  const of = address.get('tab') === 'bundles' ? 'bundles' : 'courses'
  const title = titles[of]
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
  const restore = useAct(adminApi.courses.restore, {
    of: ({ course_id }: AdminCard) => ({ params: { id: course_id } }),
    done: (_, { name }) => `${name} is restored`,
    failed: ({ name }) => `${name} could not be restored`,
  })
  const sales = useSales(data?.cards)
  const fromFolder = useNewFromFolder()
  const filter = { ...kind, ...(list.q && { q: list.q }), ...(status && { status }) }
  const marked = useMarks({ rows: data?.cards, keyOf, nameOf: ({ name }) => name, within: JSON.stringify(filter) })
  const Dialog = opened && dialogs[opened.dialog]
  const add =
    of === 'courses' ? (
      <AddCourse fromFolder={fromFolder.choose} />
    ) : (
      <Button asChild>
        <Link to={adminPaths.tab('addbundle')}>
          <Icon of={IconPlus} />
          Add bundle
        </Link>
      </Button>
    )
  const isEmpty = data?.total === 0 && !status && !list.q
  const counted = (label: string, count: number | undefined) => (count ? `${label} ${count}` : label)
  return (
    <FileDrop words="Drop a folder to make a course of it" whole onDrop={fromFolder.drop}>
      <ListTab
        title={status === 'deleted' ? 'Bin' : title}
        tools={
          of === 'courses' &&
          !(isEmpty && !data?.counts?.deleted) && (
            <>
              <ExportButton table="courses" input={{ q: list.q, ...(status && { status }) }} />
              <Button asChild variant="outline">
                <Link to={adminPaths.tab('media')}>
                  <Icon of={IconPhoto} />
                  Media
                </Link>
              </Button>
            </>
          )
        }
        main={!isEmpty && add}
        others={data?.counts?.deleted}
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
            <MarkedCourses of={marked} total={data?.total ?? 0} filter={filter} />
          </>
        }
        caption={status === 'deleted' ? 'Bin' : title}
        list={list}
        query={query}
        rows={data?.cards}
        keyOf={keyOf}
        show={
          status === 'deleted'
            ? binColumns(restore.run, restore.at?.course_id)
            : [marked.column, ...catalogueColumns({ open: (dialog, course) => setOpened({ dialog, course }), sales })]
        }
        failed="Failed to fetch courses from server"
        of={of}
        empty={<Nothing of={of} status={status} add={add} />}
      />
      {opened &&
        (Dialog ? (
          <Dialog of={opened.course} onClose={close} />
        ) : (
          <ChangeMany cards={[opened.course]} to={opened.dialog as NewState} onClose={close} onDone={close} />
        ))}
      {fromFolder.dialog}
    </FileDrop>
  )
}

type MarkedCoursesProps = {
  of: ReturnType<typeof useMarks<AdminCard>>
  /** The number of courses in the search and filter. */
  total: number
  filter: { q?: string; status?: AdminCard['status']; kind?: AdminCard['kind'] }
}

/** Offers actions on all marked courses. */
function MarkedCourses({ of, total, filter }: MarkedCoursesProps) {
  const [requested, setRequested] = useState<NewState>()
  const close = () => setRequested(undefined)
  const parts = [...of.marks.values()].filter(({ kind }) => kind === 'course').map(keyOf)
  const all = async () => {
    const { courses } = await adminClient.courses.adminList({ ...filter, fields: 'list', limit: String(MOST_MARKED) })
    return courses.filter(isCard)
  }
  return (
    <>
      <MarkedBar of={of} what="courses" search={JSON.stringify(filter)} total={total} all={all}>
        {parts.length >= BUNDLE_COURSES.least && parts.length <= BUNDLE_COURSES.most && (
          <Button asChild size="sm" variant="outline">
            <Link to={adminPaths.tab('addbundle', { of: parts.join(',') })}>
              <Icon of={IconBooks} size={16} />
              Create a bundle
            </Link>
          </Button>
        )}
        {(Object.keys(changes) as NewState[]).map((to) => (
          <Button key={to} size="sm" variant="outline" onClick={() => setRequested(to)}>
            {to === 'deleted' && <Icon of={IconTrash} size={16} />}
            {changes[to].does}
          </Button>
        ))}
      </MarkedBar>
      {requested && (
        <ChangeMany
          cards={[...of.marks.values()]}
          to={requested}
          onClose={close}
          onDone={() => {
            close()
            of.clear()
          }}
        />
      )}
    </>
  )
}
