import { isMonth } from 'contract/fields'
import { indianDay } from 'contract/indian-time'
import { useState } from 'react'
import { shopNow } from '../../stores/shop-clock.ts'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Card } from '../../ui/layout.tsx'
import { Help } from '../forms/form-parts.tsx'
import { ExportButton } from '../lists/ExportButton.tsx'
import { Gstr1Button } from './Gstr1Button.tsx'

/** Every document of a month as a file: its sums are what the ledger holds. */
export function MonthExport() {
  const present = indianDay(shopNow()).slice(0, 7)
  const [month, setMonth] = useState(present)
  const chosen = isMonth(month) ? month : present
  return (
    <Card as="section" aria-label="Documents by month" padded display="grid" gap="4">
      <chakra.h2 textStyle="h3" fontSize="1.375rem">
        Documents by month
      </chakra.h2>
      <Field
        label="Month"
        type="month"
        placeholder="2026-11"
        max={present}
        value={month}
        error={isMonth(month) ? undefined : 'Enter a month such as 2026-11'}
        onChange={(event) => setMonth(event.target.value)}
      />
      <ExportButton table="documents" input={{ month: chosen }} name={`documents-${chosen}`} />
      <Help>Receipts, invoices and credit notes with their tax. Charged minus refunded is your income.</Help>
      <chakra.div display="grid" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="3">
        <Gstr1Button month={chosen} format="json" />
        <Gstr1Button month={chosen} format="csv" />
      </chakra.div>
      <Help>
        Your GST return of outward supplies: upload the JSON on the GST portal, or give the CSV to your accountant.
      </Help>
    </Card>
  )
}
