import { isMonth } from 'contract/fields'
import { indianDay } from 'contract/indian-time'
import { useState } from 'react'
import { isApiError } from '../../api/client.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Help } from '../forms/form-parts.tsx'
import { adminClient } from '../host/admin-api.ts'
import { usePlatform } from '../host/platform.tsx'
import { Pane } from '../kit/loaded.tsx'
import { DownloadButton } from '../lists/DownloadButton.tsx'
import { ExportButton } from '../lists/ExportButton.tsx'

/** Every document of a month as a file: its sums are what the ledger holds. */
export function MonthExport() {
  const present = indianDay(shopNow()).slice(0, 7)
  const [month, setMonth] = useState(present)
  const chosen = isMonth(month) ? month : present
  return (
    <Pane title="Documents by month">
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
    </Pane>
  )
}

/** Saves the GSTR-1 of a month: JSON for the portal, CSV for people. One file for each GSTIN that the month has documents of. */
function Gstr1Button({ month, format }: { month: string; format: 'json' | 'csv' }) {
  const platform = usePlatform()
  const read = (gstin?: string) => adminClient.exports.gstr1({ month, format, ...(gstin ? { gstin } : {}) })
  const readEach = async () => {
    try {
      return await read()
    } catch (error) {
      const gstins = isApiError(error) ? error.data?.gstins : undefined
      if (!Array.isArray(gstins)) throw error
      // Each is of one that has documents.
      for (const gstin of gstins) {
        const file = await read(String(gstin))
        await platform.saveFile(file.name, file)
      }
      return undefined
    }
  }
  return (
    <DownloadButton
      read={readEach}
      failed="GSTR-1 could not be exported"
      none="No documents in this month: the return is nil"
      busyText="Exporting..."
    >
      GSTR-1 {format.toUpperCase()}
    </DownloadButton>
  )
}
