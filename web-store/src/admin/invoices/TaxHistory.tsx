import type { TaxSettings } from 'contract/documents'
import { stateName } from 'contract/gst-states'
import { indianDay } from 'contract/indian-time'
import { shopNow } from '../../stores/shop-clock.ts'
import { chakra } from '../../ui/chakra.ts'
import { Card, Tag } from '../../ui/layout.tsx'
import { Muted } from '../forms/form-parts.tsx'
import { Mono } from '../lists/table-parts.tsx'
import { dayText, taxText } from './tax-labels.ts'

const Days = chakra('ol', {
  base: {
    listStyleType: 'none',
    '& li': { px: '5', py: '3.5', lineHeight: '1.4', overflowWrap: 'anywhere' },
    '& li + li': { borderTopWidth: '1px', borderColor: 'border' },
  },
})

/** Lists the settings with their start dates, newest first. */
export function TaxHistory({ current, all }: { current: TaxSettings | null; all: TaxSettings[] }) {
  const today = indianDay(shopNow())
  return (
    <Card as="section" aria-label="History" overflow="hidden">
      <chakra.h2 textStyle="h3" fontSize="1.375rem" px="5" pt="5" pb="2">
        History
      </chakra.h2>
      <Days>
        {all.map((row) => (
          <li key={row.valid_from}>
            <chakra.p display="flex" flexWrap="wrap" gap="2" alignItems="center">
              <b>From {dayText(row.valid_from)}</b>
              {row.valid_from === current?.valid_from && (
                <Tag coloured colorPalette="success">
                  Current
                </Tag>
              )}
              {row.valid_from > today && (
                <Tag coloured colorPalette="buy">
                  Upcoming
                </Tag>
              )}
            </chakra.p>
            <p>{taxText(row)}</p>
            <Muted>
              {row.legal_name}, {stateName(row.state_code)}, GSTIN <Mono>{row.gstin}</Mono>, SAC {row.sac}
            </Muted>
          </li>
        ))}
      </Days>
    </Card>
  )
}
