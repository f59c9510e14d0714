import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { chakra } from '../../ui/chakra.ts'
import { rupeesText } from '../../ui/format.ts'
import { Card, Row, Skeleton } from '../../ui/layout.tsx'
import { TextLink } from '../../ui/text.tsx'
import { adminApi } from '../host/admin-api.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { rowName } from '../lists/source-words.ts'
import { Table } from '../lists/table-parts.tsx'
import type { Range } from './chart.ts'

const SHOWN = 6

/** The sources that brought most in the time. */
export function HomeSources({ range: { from, to }, all }: { range: Range; all: string }) {
  const { data, error, isPending, refetch } = useQuery({
    ...adminApi.sources.list.queryOptions({ input: { from, to } }),
    placeholderData: keepPreviousData,
  })
  if (isPending) return <Skeleton h="320px" borderRadius="l3" />
  if (!data) return <ErrorState title="Failed to load the sources" error={error} onRetry={() => void refetch()} />
  if (data.rows.length === 0) return null
  return (
    <Card asChild overflow="hidden" position="relative">
      <section aria-labelledby="home-sources">
        <Row px="4" pt="4" pb="3">
          <chakra.h2 id="home-sources" textStyle="h3" fontSize="1.125rem" me="auto">
            Where buyers came from
          </chakra.h2>
          <TextLink to={all} textStyle="sm">
            All sources
          </TextLink>
        </Row>
        <Table borderTopWidth="1px" borderColor="border">
          <thead>
            <tr>
              <th scope="col">Source</th>
              {['Visits', 'Orders', 'Revenue'].map((head) => (
                <th key={head} scope="col" data-numeric>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.rows.slice(0, SHOWN).map((row) => (
              <tr key={row.key}>
                <td data-lead>{rowName(row, 'source')}</td>
                <td data-numeric data-label="Visits">
                  {row.visits.toLocaleString('en-IN')}
                </td>
                <td data-numeric data-label="Orders">
                  {row.orders.toLocaleString('en-IN')}
                </td>
                <td data-numeric data-phone="first">
                  {rupeesText(row.revenue)}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </section>
    </Card>
  )
}
