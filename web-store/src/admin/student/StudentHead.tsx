import { paths } from '../../paths.ts'
import { Avatar, initialOf } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { countText, dateText, hoursText, rupeesText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Tag } from '../../ui/layout.tsx'
import { IconEye, IconTrash } from '../../ui/secondary-icons.ts'
import { VisuallyHidden } from '../../ui/text.tsx'
import { Muted, Tools } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { IconPencil } from '../host/admin-icons.ts'
import { usePlatform } from '../host/platform.tsx'
import { useAct } from '../kit/use-act.tsx'
import { agoText } from '../lists/ago-text.ts'
import { EmailText, Mono } from '../lists/table-parts.tsx'
import { nameOf } from '../users/user.ts'
import type { Page } from './student.queries.ts'

export type StudentAction = 'coins' | 'book' | 'correct' | 'remove'

const Line = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4.5', mt: '2', mb: '5' },
})

const Actions = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '2.5',
    ms: { lg: 'auto' },
    w: { base: 'full', lg: 'auto' },
    '& > button, & > a': { flex: { base: '1 1 40%', lg: 'none' } },
  },
})

/** Shows the student's details, and the actions on the account. */
export function StudentHead({
  page: { user, consents },
  onAction,
}: {
  page: Page
  onAction: (action: StudentAction) => void
}) {
  const name = nameOf(user)
  const platform = usePlatform()
  const view = useAct(adminApi.students.beginView, {
    of: (id: string) => ({ params: { id } }),
    done: null,
    failed: 'The view could not be opened',
    onDone: ({ code }) => platform.openStorePage(`${paths.view}#${code}`),
  })
  return (
    <Line>
      <Avatar w="60px" h="60px" fontSize="1.625rem" aria-hidden>
        {initialOf(name)}
      </Avatar>
      <chakra.div flex="1 1 260px" minW="0">
        <chakra.h1 textStyle="h1" fontSize="1.875rem" overflowWrap="anywhere">
          {name}
        </chakra.h1>
        <Tools as="p" gap="4px 10px" color="fg.muted">
          <EmailText email={user.email} />
          <chakra.span whiteSpace="nowrap">{user.phone}</chakra.span>
          <Tag coloured colorPalette={user.email_confirmed ? 'success' : 'buy'}>
            {user.email_confirmed ? 'Email confirmed' : 'Email not confirmed'}
          </Tag>
        </Tools>
        {user.email_refused && (
          <chakra.p textStyle="sm" color="danger.fg" overflowWrap="anywhere">
            This address refused our email: {user.email_refused.reason} ({agoText(user.email_refused.at)})
          </chakra.p>
        )}
        <Muted>{newsText(consents)}</Muted>
        {user.referred_by && (
          <Muted>
            <span>Referred by </span>
            <Mono>{user.referred_by}</Mono>
          </Muted>
        )}
      </chakra.div>
      <Actions>
        <Button variant="outline" busy={view.busy} busyText="Opening..." onClick={() => view.run(user.user_id)}>
          <Icon of={IconEye} />
          View as
          <VisuallyHidden> {name}, read only</VisuallyHidden>
        </Button>
        <Button variant="outline" onClick={() => onAction('correct')}>
          <Icon of={IconPencil} />
          Edit or send login
        </Button>
        <Button variant="outline" colorPalette="danger" onClick={() => onAction('remove')}>
          <Icon of={IconTrash} />
          Delete
        </Button>
      </Actions>
    </Line>
  )
}

const Figures = chakra('dl', {
  base: {
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'l3',
    display: 'grid',
    gridTemplateColumns: { base: '1fr 1fr', lg: 'repeat(4,1fr)' },
    gap: '1px',
    mb: '5',
    overflow: 'hidden',
    bg: 'border',
    '& > div': { bg: 'bg.panel', px: '5', py: '3.5', minW: '0' },
  },
})

const ways = { news_email: 'by email', news_message: 'by SMS or WhatsApp' }

/** Shows the student's consents to news and offers, with their dates. */
function newsText(consents: Page['consents']): string {
  const passed = consents.flatMap(({ purpose, agreed, changed_at }) =>
    agreed && changed_at && purpose !== 'ads' ? [`${ways[purpose]} since ${dateText(new Date(changed_at))}`] : [],
  )
  return passed.length > 0 ? `Agreed to news and offers ${passed.join(', ')}` : 'Has not agreed to news and offers'
}

/** The four figures of a student. */
export function StudentFigures({ page }: { page: Page }) {
  const { paid, courses_total, finished, hours_spent, user } = page
  return (
    <Figures>
      <Figure value={rupeesText(paid)} says="paid, after refunds" />
      <Figure
        value={courses_total.toLocaleString('en-IN')}
        says={`${countText(courses_total, 'course').replace(/^\d+ /, '')}, ${finished} finished`}
      />
      <Figure value={`${hoursText(hours_spent)} h`} says="watched" />
      <Figure value={dateText(new Date(user.created_at))} says="student since" />
    </Figures>
  )
}

function Figure({ value, says }: { value: string; says: string }) {
  return (
    <chakra.div display="flex" flexDirection="column-reverse" justifyContent="flex-end">
      <Muted as="dt">{says}</Muted>
      <chakra.dd fontSize="1.375rem" fontWeight="750" fontStretch="86%" lineHeight="1.2" overflowWrap="anywhere">
        {value}
      </chakra.dd>
    </chakra.div>
  )
}
