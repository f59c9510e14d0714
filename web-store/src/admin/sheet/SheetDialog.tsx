import { useQueryClient } from '@tanstack/react-query'
import { SheetInput, type SheetState } from 'contract/sheet'
import { fieldErrors, useSecretForm } from '../../shared/forms/use-action-form.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem, GroupLabel, Help } from '../forms/form-parts.tsx'
import { Segments } from '../forms/Segments.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { useUnsaved } from '../host/unsaved.ts'

const names = ['service_account', 'spreadsheet_id', 'sheet', 'rows'] as const

/** The key begins empty: a saved one never returns to the screen. */
const typedOf = ({ spreadsheet_id, sheet, rows }: SheetState) => ({
  service_account: '',
  spreadsheet_id,
  sheet: sheet || 'Sheet1',
  rows,
})

/** Connects a spreadsheet by the key file of a service account. */
export default function SheetDialog({ saved, onClose }: { saved: SheetState; onClose: () => void }) {
  const queries = useQueryClient()
  const hasKey = saved.service_account !== null
  const form = useSecretForm({
    begun: typedOf(saved),
    check: ({ service_account, spreadsheet_id, sheet }) => ({
      service_account: hasKey || service_account.trim() ? undefined : 'The key file is required',
      spreadsheet_id: spreadsheet_id.trim() ? undefined : 'The address of the spreadsheet is required',
      sheet: sheet.trim() ? undefined : 'The name of the sheet is required',
    }),
    parse: (typed) => SheetInput.safeParse(typed),
    send: (body) => adminClient.sheet.save(body),
    stored: typedOf,
    fallback: 'The sheet was not saved. Please try again.',
    fieldsOf: (error) => fieldErrors(error, names),
    onDone: (stored) => {
      toast.success('Sheet saved. Press Test to see whether Google lets the shop write.')
      queries.setQueryData(adminApi.sheet.get.queryOptions().queryKey, stored)
      onClose()
    },
  })
  useUnsaved('sheet', form.isChanged)
  const { rows } = form.values
  return (
    <Dialog
      open
      onClose={onClose}
      title={saved.connected ? 'Change the sheet' : 'Connect a sheet'}
      footer={
        <Button type="submit" form="google-sheet" busy={form.isPending} busyText="Saving...">
          Save
        </Button>
      }
    >
      <chakra.form method="post" id="google-sheet" noValidate display="grid" gap="4.5" onSubmit={form.submit}>
        <Field
          as="textarea"
          label="Key file"
          required={!hasKey}
          rows={4}
          maxLength={10_000}
          spellCheck={false}
          autoComplete="off"
          fontFamily="mono"
          help={
            hasKey
              ? 'One is saved: empty keeps it.'
              : 'Open the JSON file of the service account, and paste all of it. The guide shows where Google makes one.'
          }
          {...form.field('service_account')}
        />
        <Field
          label="Spreadsheet"
          required
          maxLength={500}
          spellCheck={false}
          autoComplete="off"
          help="Its address, as the browser shows it. Share it with the service account as editor."
          {...form.field('spreadsheet_id')}
        />
        <Field
          label="Sheet"
          required
          maxLength={100}
          spellCheck={false}
          autoComplete="off"
          help="The name on its tab, at the bottom."
          {...form.field('sheet')}
        />
        <chakra.div display="grid" gap="1.5">
          <GroupLabel id="sheet-rows">A row for each</GroupLabel>
          <Segments
            label="A row for each"
            value={rows}
            onChange={(next) => form.put({ rows: next })}
            options={[
              ['orders', 'Paid order'],
              ['students', 'New student'],
            ]}
          />
          <Help>Rows begin with what happens from now on. For older orders, download a table in Orders.</Help>
        </chakra.div>
        {form.problem && <FieldProblem>{form.problem}</FieldProblem>}
      </chakra.form>
    </Dialog>
  )
}
