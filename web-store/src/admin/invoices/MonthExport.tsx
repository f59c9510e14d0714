import { isMonth } from 'contract/fields'
import { indianDay } from 'contract/indian-time'
import { useState } from 'react'
import { errorText, isApiError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Card } from '../../ui/layout.tsx'
import { IconDownload } from '../../ui/secondary-icons.ts'
import { toast } from '../../ui/toaster.ts'
import { Help } from '../forms/form-parts.tsx'
import { adminClient } from '../host/admin-api.ts'
import { usePlatform } from '../host/platform.tsx'
import { ExportButton } from '../lists/ExportButton.tsx'
import { hasNoRows } from '../lists/export-table.ts'

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

/** Saves the GSTR-1 of a month: JSON for the portal, CSV for people. One file for each GSTIN that the month has documents of. */
function Gstr1Button({ month, format }: { month: string; format: 'json' | 'csv' }) {
  const platform = usePlatform()
  const save = useSubmission({
    mutationFn: async () => {
      const save = async (gstin?: string) => {
        const file = await adminClient.exports.gstr1({ month, format, ...(gstin ? { gstin } : {}) })
        // Each of several is one that has some.
        if (!gstin && (await hasNoRows(file))) return toast.info('No documents in this month: the return is nil')
        await platform.saveFile(file.name, file)
      }
      try {
        await save()
      } catch (error) {
        const gstins = isApiError(error) ? error.data?.gstins : undefined
        if (!Array.isArray(gstins)) throw error
        for (const gstin of gstins) await save(String(gstin))
      }
    },
    onError: (error) =>
      toast.error('GSTR-1 could not be exported', { description: errorText(error, 'Please try again.') }),
  })
  return (
    <Button variant="outline" busy={save.isPending} busyText="Exporting..." onClick={() => save.mutate()}>
      <Icon of={IconDownload} />
      GSTR-1 {format.toUpperCase()}
    </Button>
  )
}
