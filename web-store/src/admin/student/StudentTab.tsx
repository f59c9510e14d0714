import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { isApiError } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { outline } from '../../ui/icon-drawing.ts'
import { later } from '../../ui/later.tsx'
import { Tag } from '../../ui/layout.tsx'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { IconCoins } from '../../ui/secondary-icons.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { Loaded } from '../kit/loaded.tsx'
import { BackLink } from '../lists/TabHead.tsx'
import { UserCoins } from '../users/UserCoins.tsx'
import type { User } from '../users/user.ts'
import { Panel } from './panel.tsx'
import { StudentCourses } from './StudentCourses.tsx'
import { StudentDevices } from './StudentDevices.tsx'
import { type StudentAction, StudentFigures, StudentHead } from './StudentHead.tsx'
import { StudentNotes } from './StudentNotes.tsx'
import { StudentOrders } from './StudentOrders.tsx'
import { type Page, studentQuery, useStudentRefresh } from './student.queries.ts'

const IconUserOff = outline(
  'M8.18 8.189a4.01 4.01 0 0 0 2.616 2.627m3.507 -.545a4 4 0 1 0 -5.59 -5.552M6 21v-2a4 4 0 0 1 4 -4h4c.412 0 .81 .062 1.183 .178m2.633 2.618c.12 .38 .184 .785 .184 1.204v2M3 3l18 18',
)

const dialogs = {
  book: later(() => import('../orders/BookOutside.tsx')),
  coins: later(() => import('../users/CoinsDialog.tsx')),
  correct: later(() => import('../users/CorrectUser.tsx')),
  remove: later(() => import('../users/DeleteUser.tsx')),
}

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0,1fr)', lg: 'minmax(0,1.7fr) minmax(0,1fr)' },
    gap: '5',
    alignItems: 'start',
    '& > div': { display: 'grid', gap: '5', minW: '0' },
  },
})

/** One student: who, what was bought, how far they are, coins, devices and what admins have noted. */
export default function StudentTab() {
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const navigate = useNavigate()
  const refresh = useStudentRefresh()
  const [action, setAction] = useState<StudentAction>()
  const query = useQuery({ ...studentQuery(id), enabled: id !== '' })
  const gone = id === '' || (isApiError(query.error) && query.error.code === 'not_found')
  const Dialog = action && dialogs[action]
  const close = () => {
    // A deleted account has no page any more.
    if (action === 'remove') {
      void query.refetch().then(({ error: now }) => now && navigate(adminPaths.tab('users')))
    } else void refresh()
    setAction(undefined)
  }
  return (
    <>
      <BackLink to={adminPaths.tab('users')} label="Students" />
      {gone ? (
        <chakra.div mt="3">
          <PageMessage
            icon={IconUserOff}
            title="There is no such student"
            level={1}
            action={
              <Button variant="outline" onClick={() => navigate(adminPaths.tab('users'))}>
                Show all students
              </Button>
            }
          >
            The account was deleted, or the address is not complete.
          </PageMessage>
        </chakra.div>
      ) : (
        <Loaded query={query} failed="Failed to load the student" height="320px">
          {(page) => (
            <>
              <StudentHead page={page} onAction={setAction} />
              <StudentFigures page={page} />
              <Columns>
                <div>
                  <StudentCourses page={page} />
                  <Parts of={page} below={undefined} />
                  <StudentOrders id={page.user.user_id} onBook={() => setAction('book')} />
                  <Parts of={page} below="orders" />
                </div>
                <div>
                  <StudentCoins user={page.user} onChange={() => setAction('coins')} />
                  <StudentDevices page={page} />
                  <StudentNotes id={page.user.user_id} />
                </div>
              </Columns>
              {Dialog && <Dialog of={page.user} onClose={close} />}
            </>
          )}
        </Loaded>
      )}
    </>
  )
}

export type StudentPart = { default: ComponentType<{ page: Page }>; below?: 'orders' }

/** Parts that other features add, below the courses or below the orders. */
const parts = Object.entries(import.meta.glob<StudentPart>('../*/StudentPart.tsx', { eager: true }))

const Parts = ({ of, below }: { of: Page; below: StudentPart['below'] }) =>
  parts.filter(([, part]) => part.below === below).map(([file, { default: Part }]) => <Part key={file} page={of} />)

/** The balance, where it is from, and the way to change it with a reason. */
function StudentCoins({ user, onChange }: { user: User; onChange: () => void }): ReactNode {
  return (
    <Panel
      title="Coins"
      aside={
        <Tag coloured colorPalette="buy" fontVariantNumeric="tabular-nums">
          <Icon of={IconCoins} size={16} />
          {user.coins.toLocaleString('en-IN')}
        </Tag>
      }
      tools={
        <Button variant="ghost" size="sm" onClick={onChange}>
          Add or subtract
        </Button>
      }
    >
      <chakra.div px="5" pb="4">
        <UserCoins userId={user.user_id} bare />
      </chakra.div>
    </Panel>
  )
}
