import { eInvoiceLimits } from 'contract/books/e-invoice-limits'
import { indianDay } from 'contract/indian-time'
import { FilePlace } from '../../shared/work/FilePlace.tsx'
import { shopNow } from '../../stores/shop-clock.ts'
import { chakra } from '../../ui/chakra.ts'
import { Card, Row } from '../../ui/layout.tsx'
import { FieldProblem, Help, Muted } from '../forms/form-parts.tsx'
import { adminApi, type adminClient } from '../host/admin-api.ts'
import { useAct } from '../kit/use-act.tsx'

type Imported = Awaited<ReturnType<typeof adminClient.books.importEinvoices>>

const Rules = chakra('ul', {
  base: {
    display: 'grid',
    gap: '1.5',
    ps: '5',
    color: 'fg.muted',
    '& b': { color: 'fg' },
  },
})

const Lines = chakra('ul', {
  base: {
    display: 'grid',
    gap: '2',
    listStyleType: 'none',
    '& li': { overflowWrap: 'anywhere', borderTopWidth: '1px', borderColor: 'border', pt: '2' },
    '& b': { fontWeight: '600' },
    '& span': { display: 'block', color: 'fg.muted', textStyle: 'sm' },
  },
})

const STATES: Record<Imported['lines'][number]['state'], string> = {
  adopted: 'IRN adopted',
  unchanged: 'Known already',
  cancelled: 'Cancelled',
  refused: 'Refused',
}

/** Says what the law wants of e-invoices, and imports the portal's answers to them. */
export default function EInvoices() {
  const {
    run,
    busy,
    problem,
    data: imported,
  } = useAct(adminApi.books.importEinvoices, {
    beside: true,
    done: null,
    failed: 'The file could not be imported',
  })
  const { needed, inTime } = eInvoiceLimits(indianDay(shopNow()))
  // An adopted one needs nothing more.
  const open = imported?.lines.filter(({ reason }) => reason !== null) ?? []
  return (
    <Card as="section" aria-label="E-invoices" padded display="grid" gap="4">
      <div>
        <chakra.h2 textStyle="h3">E-invoices</chakra.h2>
        <Help>
          Download the JSON below, upload it with the portal’s offline tool, then import the portal’s answer here: its
          IRN and QR code are printed on each invoice from then on.
        </Help>
      </div>
      <Rules>
        <li>
          <b>Not for you</b> if your turnover (all businesses of your PAN) was at most ₹{needed?.crore} crore in every
          year since 2017–18. Never for consumers: only papers with a GSTIN.
        </li>
        {inTime && (
          <li>
            From a turnover of <b>₹{inTime.crore} crore</b> on, the portal takes a paper within{' '}
            <b>{inTime.days} days</b> of its date.
          </li>
        )}
        <li>
          Cancel an IRN on the portal within <b>24 hours</b>; after that only a credit note takes the invoice back.
        </li>
      </Rules>
      <Row flexWrap="wrap">
        <FilePlace>
          {busy ? 'Importing...' : 'Import the portal’s answer'}
          <input
            type="file"
            accept=".json,application/json"
            disabled={busy}
            onClick={({ currentTarget }) => {
              currentTarget.value = ''
            }}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) run({ file })
            }}
          />
        </FilePlace>
        <Muted role="status">{imported?.message}</Muted>
      </Row>
      <div role="alert">{problem && <FieldProblem>{problem}</FieldProblem>}</div>
      {open.length > 0 && (
        <Lines aria-label="Needs attention">
          {open.map(({ line, serial, state, reason }) => (
            <li key={line}>
              <b>{serial ?? `Record ${line}`}</b>: {STATES[state]}
              <span>{reason}</span>
            </li>
          ))}
        </Lines>
      )}
    </Card>
  )
}
