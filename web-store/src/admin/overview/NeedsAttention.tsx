import { useQueries } from '@tanstack/react-query'
import { WAITING_MINUTES } from 'contract/orders/actions'
import { Link } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Card, Skeleton, Tag } from '../../ui/layout.tsx'
import { IconAlertTriangle, IconClock, IconMail } from '../../ui/secondary-icons.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { openTicketsQuery, waitingQuestionsQuery, waitingWorkQuery } from '../inbox/inbox.queries.ts'
import { agoText } from '../lists/ago-text.ts'
import { attentionLabel } from '../orders/order-labels.ts'
import { orderListQuery } from '../orders/orders.queries.ts'
import { useMe } from '../session/me.queries.ts'
import { IconHelp, IconPencil } from '../shell/admin-icons.ts'
import { ErrorState } from '../shell/ErrorState.tsx'
import { tabsOf } from '../tabs.ts'
import { TodoList } from './TodoList.tsx'

const ONE = { limit: '1', offset: '0' }
const stuckOrdersQuery = orderListQuery({ ...ONE, needs: 'attention' })
const waitingOrdersQuery = orderListQuery({ ...ONE, needs: 'waiting' })

type Line = {
  icon: typeof IconMail
  count: number
  /** The words behind the number. */
  words: [one: string, many: string]
  detail: string
  action: string
  to: string
}

const oldest = (at: string | undefined) => (at === undefined ? '' : `Oldest: ${agoText(at)}`)

/** Lists the open tasks of the shop, each with a link; all clear without one. */
export function NeedsAttention() {
  const { data: me } = useMe()
  const answers = me !== undefined && tabsOf(me.role).some(({ id }) => id === 'inbox')
  const fresh = { staleTime: 0, refetchOnWindowFocus: true } as const
  const asked = useQueries({
    queries: [
      { ...stuckOrdersQuery, ...fresh },
      { ...waitingOrdersQuery, ...fresh },
      { ...openTicketsQuery, ...fresh, enabled: answers },
      { ...waitingQuestionsQuery, ...fresh, enabled: answers },
      { ...waitingWorkQuery, ...fresh, enabled: answers },
    ],
  })
  const [{ data: stuck }, { data: waiting }, { data: messages }, { data: questions }, { data: work }] = asked
  const failed = asked.filter(({ error, data }) => error && !data)
  if (failed[0]?.error) {
    const again = () => failed.forEach(({ refetch }) => void refetch())
    return (
      <chakra.div mb="5">
        <ErrorState title="Failed to load what needs attention" error={failed[0].error} onRetry={again} />
      </chakra.div>
    )
  }
  if (!me || !stuck || !waiting || (answers && !(messages && questions && work)))
    return <Skeleton h="112px" mb="5" borderRadius="l3" />
  const [order] = stuck.orders
  const lines: Line[] = [
    {
      ...{ icon: IconAlertTriangle, count: stuck.total, words: ['order needs a decision', 'orders need a decision'] },
      detail: order?.attention
        ? `${attentionLabel(order.attention, order.buyer)}, ${agoText(order.attention.since)}`
        : '',
      ...{ action: 'Open orders', to: adminPaths.tab('orders', { status: 'attention' }) },
    },
    {
      ...{ icon: IconClock, count: waiting.total, words: ['payment is not confirmed', 'payments are not confirmed'] },
      detail: `Waiting for more than ${WAITING_MINUTES} minutes`,
      ...{ action: 'Open payments', to: adminPaths.tab('orders', { status: 'waiting' }) },
    },
    {
      ...{ icon: IconMail, count: messages?.open ?? 0, words: ['open message', 'open messages'] },
      detail: oldest(messages?.tickets[0]?.created_at),
      ...{ action: 'Open messages', to: adminPaths.tab('inbox', { kind: 'messages' }) },
    },
    {
      ...{
        icon: IconHelp,
        count: questions?.waiting ?? 0,
        words: ['question without an answer', 'questions without an answer'],
      },
      detail: oldest(questions?.questions[0]?.asked_at),
      ...{ action: 'Open questions', to: adminPaths.tab('inbox', { kind: 'questions' }) },
    },
    {
      ...{ icon: IconPencil, count: work?.waiting ?? 0, words: ['assignment to check', 'assignments to check'] },
      detail: oldest(work?.hand_ins[0]?.handed_in_at),
      ...{ action: 'Open assignments', to: adminPaths.tab('inbox', { kind: 'work' }) },
    },
  ]
  const open = lines.filter(({ count }) => count > 0)
  const total = open.reduce((sum, { count }) => sum + count, 0)
  return (
    <Card asChild mb="5" overflow="hidden">
      <section aria-labelledby="needs-attention">
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3" px="4" py="3">
          <chakra.h2 id="needs-attention" textStyle="h3">
            Needs attention
          </chakra.h2>
          {total > 0 ? (
            <Tag coloured colorPalette="danger">
              {total}
            </Tag>
          ) : (
            <Tag coloured colorPalette="success">
              All clear
            </Tag>
          )}
        </chakra.div>
        {open.length > 0 && (
          <TodoList css={{ '--mark': '24px' }}>
            {open.map(({ icon, count, words: [one, many], detail, action, to }) => (
              <li key={action}>
                <chakra.span color="fg.muted" lineHeight="0">
                  <Icon of={icon} size={20} />
                </chakra.span>
                <chakra.div minW="0">
                  <chakra.p fontWeight="550">
                    {count} {count === 1 ? one : many}
                  </chakra.p>
                  <chakra.p textStyle="sm" color="fg.muted" overflowWrap="anywhere">
                    {detail}
                  </chakra.p>
                </chakra.div>
                <Button asChild variant="outline" size="sm">
                  <Link to={to}>{action}</Link>
                </Button>
              </li>
            ))}
          </TodoList>
        )}
      </section>
    </Card>
  )
}
