import { useQuery } from '@tanstack/react-query'
import { OTHER, type SourceRow, UNKNOWN } from 'contract/sources/sources'
import { useState } from 'react'
import { chakra } from '../../ui/chakra.ts'
import { rupeesText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Card, Row } from '../../ui/layout.tsx'
import { IconChevronDown } from '../../ui/secondary-icons.ts'
import { VisuallyHidden } from '../../ui/text.tsx'
import { adminApi } from '../host/admin-api.ts'
import { IconChevronUp } from '../host/admin-icons.ts'
import { type By, rowName, shareText, worthOf } from '../lists/source-words.ts'
import { Table } from '../lists/table-parts.tsx'
import type { Range } from '../overview/chart.ts'

const heads: Record<By, string> = { source: 'Source', campaign: 'Campaign', landing: 'First page', course: 'Course' }
const number = (value: number) => value.toLocaleString('en-IN')

type SourceTableProps = { range: Range; by: By; touch: 'first' | 'last'; rows: readonly SourceRow[]; revenue: number }

/** Lists what each link brought; a source opens its campaigns. */
export function SourceTable({ range, by, touch, rows, revenue }: SourceTableProps) {
  const [open, setOpen] = useState<string>()
  const most = Math.max(...rows.map((row) => row.revenue), 0)
  const campaigns = useQuery({
    ...adminApi.sources.list.queryOptions({ input: { ...range, by: 'campaign', touch, source: open ?? '' } }),
    enabled: open !== undefined && by === 'source',
  })
  const kids = by === 'source' ? (campaigns.data?.rows ?? []) : []
  return (
    <Card overflow="hidden">
      <Table>
        <VisuallyHidden as="caption">What each {heads[by].toLowerCase()} brought</VisuallyHidden>
        <thead>
          <tr>
            <th scope="col">{heads[by]}</th>
            {['Visits', 'Orders', 'Visits that buy', 'Per visit', 'Revenue'].map((head) => (
              <th key={head} scope="col" data-numeric>
                {head}
              </th>
            ))}
            <th scope="col" data-from={1280}>
              Share
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.flatMap((row) => {
            const isOpen = row.key === open && by === 'source'
            const hasMore = by === 'source' && row.key !== UNKNOWN && row.key !== OTHER
            return [
              <tr key={row.key}>
                <td data-lead>
                  <Row as="span" gap="1" fontWeight="600">
                    {rowName(row, by)}
                    {hasMore && (
                      <IconButton
                        aria-label={`Campaigns of ${rowName(row, by)}`}
                        aria-expanded={isOpen}
                        my="-2"
                        onClick={() => setOpen(isOpen ? undefined : row.key)}
                      >
                        <Icon of={isOpen ? IconChevronUp : IconChevronDown} size={16} />
                      </IconButton>
                    )}
                  </Row>
                </td>
                <Cells row={row} />
                <td data-from={1280} data-phone="none">
                  {row.revenue > 0 && (
                    <chakra.span
                      display="block"
                      w="110px"
                      h="6px"
                      borderRadius="full"
                      bg="bg.muted"
                      overflow="hidden"
                      title={shareText(row.revenue, revenue)}
                    >
                      <chakra.span
                        display="block"
                        h="full"
                        bg="action.focusRing"
                        style={{ width: `${(row.revenue / most) * 100}%` }}
                      />
                    </chakra.span>
                  )}
                </td>
              </tr>,
              ...(isOpen ? kids : []).map((kid) => (
                <chakra.tr key={`${row.key} ${kid.key}`} bg="bg.subtle" color="fg.muted">
                  <chakra.td data-lead ps={{ lg: '9 !important' }}>
                    {rowName(kid, 'campaign')}
                  </chakra.td>
                  <Cells row={kid} />
                  <td data-from={1280} data-phone="none" />
                </chakra.tr>
              )),
            ]
          })}
        </tbody>
      </Table>
    </Card>
  )
}

function Cells({ row }: { row: SourceRow }) {
  const worth = worthOf(row)
  return (
    <>
      <td data-numeric data-label="Visits">
        {number(row.visits)}
      </td>
      <td data-numeric data-label="Orders">
        {number(row.orders)}
      </td>
      <td data-numeric data-label="Visits that buy">
        {shareText(row.orders, row.visits) ?? '–'}
      </td>
      <td data-numeric data-label="Per visit">
        {worth === undefined ? '–' : rupeesText(worth)}
      </td>
      <td data-numeric data-phone="first">
        {rupeesText(row.revenue)}
      </td>
    </>
  )
}
