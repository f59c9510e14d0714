import { lastDayOf } from 'contract/indian-time'
import { chakra } from '../../ui/chakra.ts'
import { Card } from '../../ui/layout.tsx'
import { adminClient } from '../host/admin-api.ts'
import { DownloadButton } from '../lists/DownloadButton.tsx'

const List = chakra('ul', {
  base: {
    listStyleType: 'none',
    '& li': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) 6rem',
      alignItems: 'center',
      gap: '2',
      ps: { base: '18px', md: '6' },
      pe: { base: '2', md: '4' },
      py: '2',
      minH: '14',
      borderTopWidth: '1px',
      borderColor: 'border',
    },
    '& small': { display: 'block', textStyle: 'sm', color: 'fg.muted' },
    '& button': { justifyContent: 'start' },
  },
})

const { books } = adminClient
const span = (month: string) => ({ from: `${month}-01`, to: lastDayOf(month) })

const files: readonly [name: string, about: string, file: string, read: (month: string) => Promise<unknown>][] = [
  [
    'Money received',
    'By day, with way, reference, state and GSTIN',
    'receipts.csv',
    (month) => books.receipts({ month }),
  ],
  ['Refunds', 'By day and way, each with its note', 'refunds.csv', (month) => books.refunds({ month })],
  [
    'Payout lines',
    'Each bank credit, line by line, with order, invoice and fee',
    'payout_lines.csv',
    (month) => books.payoutLines({ month }),
  ],
  ['Tally', 'Sales, notes, receipts, refunds and fees as vouchers', 'tally.xml', (month) => books.tally({ month })],
  ['Zoho Books', 'Invoices and notes in the columns of its import', 'zoho.csv', (month) => books.zoho({ month })],
  [
    'E-invoices',
    'The JSON for the portal’s offline tool: papers to businesses without an IRN',
    'einvoice.json',
    (month) => books.einvoice(span(month)),
  ],
  [
    'Missing for e-invoices',
    'Papers to businesses that the portal would refuse, with the reason',
    'einvoice_missing.csv',
    (month) => books.einvoiceMissing(span(month)),
  ],
]

const kindOf = (file: string) => file.split('.').at(-1)?.toUpperCase() ?? ''

/** Offers each file of a month by itself. */
export function MonthFiles({ month }: { month: string }) {
  return (
    <Card as="section" aria-label="Files of this month" overflow="hidden">
      <chakra.h2 textStyle="h3" px={{ base: '18px', md: '6' }} py="4">
        Files of this month
      </chakra.h2>
      <List>
        {files.map(([name, about, file, read]) => (
          <li key={file}>
            <span>
              {name}
              <small>{about}</small>
            </span>
            <DownloadButton
              variant="ghost"
              size="sm"
              aria-label={`Download ${name}, ${kindOf(file)}`}
              read={() => read(month)}
              name={file.replace('.', `-${month}.`)}
              failed="The file could not be exported"
            >
              {kindOf(file)}
            </DownloadButton>
          </li>
        ))}
      </List>
    </Card>
  )
}
