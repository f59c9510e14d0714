import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { addDays, indianDay } from 'contract/indian-time'
import { OTHER, SOURCES_BY, type SourceRow, UNKNOWN } from 'contract/sources/sources'
import { useSearchParams } from 'react-router-dom'
import { shopNow } from '../../stores/shop-clock.ts'
import { chakra } from '../../ui/chakra.ts'
import { rupeesText } from '../../ui/format.ts'
import { later } from '../../ui/later.tsx'
import { Card, Skeleton, Stack } from '../../ui/layout.tsx'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { slot } from '../../ui/slot.tsx'
import { Muted, Title } from '../forms/form-parts.tsx'
import { Segments } from '../forms/Segments.tsx'
import { adminApi } from '../host/admin-api.ts'
import { IconLink } from '../host/admin-icons.ts'
import { useMe } from '../host/me.queries.ts'
import { Loaded } from '../kit/loaded.tsx'
import { type By, rowName, worthOf } from '../lists/source-words.ts'
import { TabHead } from '../lists/TabHead.tsx'
import { change, lengthOf, rangeOf } from '../overview/chart.ts'
import { Funnel } from '../overview/Funnel.tsx'
import { RangePicker } from '../overview/RangePicker.tsx'
import { tabsOf } from '../tabs/tabs.ts'
import { SourceTable } from './SourceTable.tsx'

const LinkMaker = later(() => import('./LinkMaker.tsx'), { waiting: <Skeleton h="420px" borderRadius="l3" /> })

/** Parts for owners that other features add. */
const Parts = slot(import.meta.glob('../*/SourcesPart.tsx'), { waiting: <Skeleton h="200px" borderRadius="l3" /> })

const BY = [
  ['source', 'Source'],
  ['campaign', 'Campaign'],
  ['landing', 'First page'],
  ['course', 'Course'],
] as const
const TOUCH = [
  ['last', 'Last link'],
  ['first', 'First link'],
] as const

const isEmpty = ({ visits, orders }: Total) => visits === 0 && orders === 0

/** Shows where visits and sales came from, the way to an order, and makes links that are counted. */
export default function SourcesTab() {
  const { data: me } = useMe()
  const [search, setSearch] = useSearchParams()
  const today = indianDay(shopNow())
  const { span, ...range } = rangeOf(search, today)
  const by: By = SOURCES_BY.find((one) => one === search.get('by')) ?? 'source'
  const touch = search.get('touch') === 'first' ? 'first' : 'last'
  const show = (changed: Record<string, string>, dropped: readonly string[] = []) => {
    const next = new URLSearchParams({ ...Object.fromEntries(search), tab: 'sources', ...changed })
    for (const name of dropped) next.delete(name)
    setSearch(next, { replace: true, preventScrollReset: true })
  }
  const input = { ...range, by, touch } as const
  const query = useQuery({ ...adminApi.sources.list.queryOptions({ input }), placeholderData: keepPreviousData })
  const days = lengthOf(range)
  const before = useQuery(
    adminApi.sources.list.queryOptions({
      input: { from: addDays(range.from, -days), to: addDays(range.from, -1), by: 'source' },
    }),
  )
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0,1fr)" gap="4">
      <chakra.div mb="-4.5">
        <TabHead title="Sources">
          <RangePicker
            range={{ ...range, span }}
            today={today}
            onSpan={(requested) => show({ days: requested }, ['from', 'to'])}
            onRange={(requested) => show(requested, ['days'])}
          />
        </TabHead>
      </chakra.div>
      <Loaded query={query} failed="Failed to load the sources" toasts height="560px">
        {({ rows, total }) =>
          isEmpty(total) ? (
            <PageMessage icon={IconLink} title="No visits in this time">
              Post a link, and see here what it sells.
            </PageMessage>
          ) : (
            <>
              <Figures rows={rows} by={by} total={total} visitsBefore={before.data?.total.visits} days={days} />
              <chakra.div display="flex" flexWrap="wrap" gap="3" justifyContent="space-between">
                <Segments label="Count by" value={by} options={BY} onChange={(requested) => show({ by: requested })} />
                {by !== 'course' && (
                  <Segments
                    label="A sale belongs to"
                    value={touch}
                    options={TOUCH}
                    onChange={(requested) => show({ touch: requested })}
                  />
                )}
              </chakra.div>
              <SourceTable range={range} by={by} touch={touch} rows={rows} revenue={total.revenue} />
            </>
          )
        }
      </Loaded>
      <chakra.div
        display="grid"
        gap="4"
        gridTemplateColumns={{ base: 'minmax(0,1fr)', xl: 'minmax(0,1.4fr) minmax(0,1fr)' }}
        alignItems="start"
      >
        <Stack gap="4" minW="0">
          <LinkMaker picks={tabsOf(me?.role).some(({ id }) => id === 'courses')} />
          <Card asChild p={{ base: '4', md: '5' }} display="grid" gap="3">
            <section aria-labelledby="how-counted">
              <Title id="how-counted">How it is counted</Title>
              <Muted>
                A sale belongs to the last link before it, up to 90 days back. Without a link it is “Direct and
                unknown”. Refunds are taken off on the day of the sale.
              </Muted>
              <Muted>
                A visit is counted once a browser tab and day, without a cookie. An order of several courses counts for
                the first; its money goes to each. Meta and Google hear of a sale only from buyers who agreed.
              </Muted>
            </section>
          </Card>
        </Stack>
        <Stack gap="4" minW="0">
          {query.data && !isEmpty(query.data.total) && <Funnel counts={query.data.total} />}
          {me?.role === 'owner' && <Parts />}
        </Stack>
      </chakra.div>
    </chakra.div>
  )
}

type Total = Pick<SourceRow, 'visits' | 'revenue' | 'orders'>
type FiguresProps = {
  rows: readonly SourceRow[]
  by: By
  total: Total
  visitsBefore: number | undefined
  days: number
}

/** Shows what has a known source, the best per visit, and the visits beside the time before. */
function Figures({ rows, by, total, visitsBefore, days }: FiguresProps) {
  const unknown = rows.find(({ key }) => key === UNKNOWN)
  const known = total.revenue - (unknown?.revenue ?? 0)
  const best = rows
    .filter(({ key, visits, revenue }) => key !== UNKNOWN && key !== OTHER && visits > 0 && revenue > 0)
    .toSorted((one, other) => (worthOf(other) ?? 0) - (worthOf(one) ?? 0))[0]
  const cells: [string, string, string | undefined][] = [
    [
      by === 'course' ? 'Revenue' : 'Revenue with a known link',
      rupeesText(by === 'course' ? total.revenue : known),
      by === 'course' || total.revenue <= 0
        ? undefined
        : known === 0
          ? 'No sale with a known link yet'
          : `${Math.round((known / total.revenue) * 100)}% of ${rupeesText(total.revenue)}`,
    ],
    ...(best
      ? ([
          [
            'Best per visit',
            rowName(best, by),
            `${rupeesText(worthOf(best) ?? 0)} per visit, shop ${rupeesText(worthOf(total) ?? 0)}`,
          ],
        ] as [string, string, string][])
      : []),
    [
      'Visits',
      total.visits.toLocaleString('en-IN'),
      visitsBefore === undefined ? undefined : `${change(total.visits, visitsBefore).text} on the ${days} days before`,
    ],
  ]
  return (
    <Card
      display="grid"
      gridAutoFlow={{ md: 'column' }}
      gridAutoColumns="minmax(0,1fr)"
      css={{
        '& > div + div': {
          borderColor: 'border',
          borderTopWidth: { base: '1px', md: '0' },
          borderInlineStartWidth: { base: '0', md: '1px' },
        },
      }}
      fontVariantNumeric="lining-nums tabular-nums"
    >
      {cells.map(([title, figure, more]) => (
        <chakra.div key={title} px="5" py="3.5" minW="0">
          <Muted>{title}</Muted>
          <chakra.p
            fontSize="1.5rem"
            fontWeight="750"
            fontStretch="86%"
            lineHeight="1.2"
            my="0.5"
            overflowWrap="anywhere"
          >
            {figure}
          </chakra.p>
          {more && <Muted>{more}</Muted>}
        </chakra.div>
      ))}
    </Card>
  )
}
