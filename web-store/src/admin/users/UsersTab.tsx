import { useQuery } from '@tanstack/react-query'
import type { SegmentRule } from 'contract/segments'
import { studentSorts } from 'contract/users'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { later } from '../../ui/later.tsx'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { IconUser } from '../../ui/secondary-icons.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { ExportButton } from '../lists/ExportButton.tsx'
import { ListTab } from '../lists/ListTab.tsx'
import { PAGE_SIZE, totalOf, totalText } from '../lists/list-params.ts'
import { useMarks } from '../lists/mark-column.tsx'
import { useListParams } from '../lists/use-list-params.ts'
import { tabPath } from '../tabs/tab-path.ts'
import { MarkedStudents } from './MarkedStudents.tsx'
import { RuleLine } from './RuleLine.tsx'
import { readRules, rulesText } from './rules.ts'
import { SavedSegments, SegmentActions } from './SavedSegments.tsx'
import { studentListQuery } from './segments.queries.ts'
import { columnsWith, type OpenDialog } from './student-columns.tsx'
import { nameOf, type Student } from './user.ts'

const movePath = tabPath('movein')

const dialogs = {
  orders: later(() => import('./UserOrders.tsx')),
  coins: later(() => import('./CoinsDialog.tsx')),
  correct: later(() => import('./CorrectUser.tsx')),
  remove: later(() => import('./DeleteUser.tsx')),
}

/** Everybody with an account, filtered in words: their courses, orders, coins and data. */
export default function UsersTab() {
  const list = useListParams(studentSorts)
  const [open, setOpen] = useState<OpenDialog>()
  const rules = readRules(list.get('segment'))
  const setRules = (next: SegmentRule[]) => list.set({ segment: rulesText(next) })
  const filter = { ...(list.input.q && { q: list.input.q }), ...(rules.length > 0 && { segment: rulesText(rules) }) }
  const query = useQuery(studentListQuery({ ...list.input, ...filter }))
  const rows = query.data?.data
  const marked = useMarks<Student>({ rows, keyOf: ({ user_id }) => user_id, nameOf, within: JSON.stringify(filter) })
  const isEmpty = query.data?.total === 0 && !list.q && rules.length === 0
  const Dialog = open && dialogs[open.dialog]
  return (
    <>
      <ListTab
        title="Students"
        count={query.data?.total ? `Total: ${totalText(query.data.total, list.page * PAGE_SIZE)}` : ''}
        search="Search by name, email or phone"
        tools={
          !isEmpty && (
            <>
              <ExportButton table="users" input={filter} />
              {movePath && (
                <Button asChild variant="outline">
                  <Link to={movePath}>Move in</Link>
                </Button>
              )}
            </>
          )
        }
        main={
          <Button asChild>
            <Link to={adminPaths.tab('enrol')}>Give access</Link>
          </Button>
        }
        filters={
          <>
            <SavedSegments rules={rules} onChange={setRules} />
            <RuleLine rules={rules} onChange={setRules} />
            <SegmentActions rules={rules} />
          </>
        }
        above={<MarkedStudents filter={filter} of={marked} total={query.data?.total ?? 0} />}
        caption="Students"
        list={list}
        query={query}
        rows={rows}
        keyOf={marked.keyOf}
        show={[marked.column, ...columnsWith(setOpen)]}
        failed="Failed to fetch users"
        of="students"
        empty={rules.length > 0 ? <NobodyFits rules={rules} onChange={setRules} /> : <NoStudents />}
      />
      {open && Dialog && <Dialog of={open.user} onClose={() => setOpen(undefined)} />}
    </>
  )
}

const NoStudents = () => (
  <PageMessage
    icon={IconUser}
    title="No students yet"
    action={
      movePath && (
        <Button asChild variant="outline">
          <Link to={movePath}>Move in from another platform</Link>
        </Button>
      )
    }
  >
    Everyone who signs up or buys shows here.
  </PageMessage>
)

/** Says how many there would be without the rule that was added last. */
function NobodyFits({ rules, onChange }: { rules: readonly SegmentRule[]; onChange: (rules: SegmentRule[]) => void }) {
  const others = rules.slice(0, -1)
  const segment = rulesText(others)
  const { data } = useQuery(studentListQuery({ limit: '1', ...(segment && { segment }) }))
  return (
    <PageMessage
      icon={IconUser}
      title={
        ['', 'Nobody fits this rule', 'Nobody fits both rules'][rules.length] ?? `Nobody fits all ${rules.length} rules`
      }
      action={
        <Button variant="outline" onClick={() => onChange(others)}>
          Remove the last rule
        </Button>
      }
    >
      <chakra.span display="block" minH="1.5em">
        {data && `Without the last rule there are ${totalOf(data.total, 'student')}.`}
      </chakra.span>
    </PageMessage>
  )
}
