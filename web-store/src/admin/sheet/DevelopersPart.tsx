import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SheetState } from 'contract/sheet'
import { useState } from 'react'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { later } from '../../ui/later.tsx'
import { Card, Skeleton } from '../../ui/layout.tsx'
import { MenuItem, MenuSeparator } from '../../ui/menu.ts'
import { IconTrash } from '../../ui/secondary-icons.ts'
import { toast } from '../../ui/toaster.ts'
import { Help } from '../forms/form-parts.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { IconPencil } from '../host/admin-icons.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { RowMenu } from '../lists/row-buttons.tsx'
import { StatusTag } from '../lists/StatusTag.tsx'
import type { Look } from '../lists/statuses.ts'

const SheetDialog = later(() => import('./SheetDialog.tsx'))

/** A Google sheet that gets a row for each order or student. */
export default function DevelopersPart() {
  const { data, error, refetch } = useQuery({ ...adminApi.sheet.get.queryOptions(), refetchInterval: 30_000 })
  const [open, setOpen] = useState<'form' | 'remove'>()
  const close = () => setOpen(undefined)
  if (error && !data)
    return <ErrorState title="Failed to load the sheet" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton h="120px" borderRadius="l3" />
  return (
    <Card asChild>
      <section aria-labelledby="google-sheet-card">
        <chakra.div
          display="flex"
          flexWrap="wrap"
          gap="3"
          alignItems="center"
          justifyContent="space-between"
          px={{ base: '4', md: '5' }}
          py="3.5"
        >
          <chakra.h2 id="google-sheet-card" textStyle="h3" fontSize="1.125rem">
            Google sheet
          </chakra.h2>
          {!data.connected && (
            <Button variant="outline" size="sm" onClick={() => setOpen('form')}>
              <Icon of={IconPlus} size={16} />
              Connect a sheet
            </Button>
          )}
        </chakra.div>
        {data.connected ? (
          <SheetRow sheet={data} onOpen={setOpen} />
        ) : (
          <chakra.div px={{ base: '4', md: '5' }} pb="5">
            <Help>Each paid order, or each new student, becomes a row of your sheet within a minute or two.</Help>
          </chakra.div>
        )}
        {open === 'form' && <SheetDialog saved={data} onClose={close} />}
        {open === 'remove' && <RemoveSheet onClose={close} />}
      </section>
    </Card>
  )
}

function stateOf({ problem, service_account, waiting, last_written_at }: SheetState): Look {
  if (service_account === null) return { label: 'Needs the key file', palette: 'danger' }
  if (problem) return { label: 'Does not write', palette: 'danger' }
  if (waiting > 0) return { label: 'Writing', palette: 'buy' }
  return last_written_at ? { label: 'Works', palette: 'success' } : { label: 'No row yet', palette: 'gray' }
}

function SheetRow({ sheet, onOpen }: { sheet: SheetState; onOpen: (open: 'form' | 'remove') => void }) {
  const { spreadsheet_id, rows, waiting, last_written_at, problem, service_account } = sheet
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      gap="3"
      alignItems="center"
      px={{ base: '4', md: '5' }}
      py="3.5"
      borderTopWidth="1px"
      borderColor="border"
    >
      <chakra.div flex="1 1 300px" minW="0">
        <chakra.a
          href={`https://docs.google.com/spreadsheets/d/${spreadsheet_id}`}
          target="_blank"
          rel="noreferrer"
          fontWeight="600"
          color="action.fg"
          textDecoration="underline"
          textUnderlineOffset="3px"
          overflowWrap="anywhere"
        >
          {sheet.sheet}
        </chakra.a>
        <chakra.p textStyle="sm" color="fg.muted" mt="1" overflowWrap="anywhere">
          {rows === 'orders' ? 'A row for each paid order' : 'A row for each new student'}
          {service_account && `, written by ${service_account}`}
        </chakra.p>
        {problem && (
          <chakra.p textStyle="sm" color="danger.fg" mt="1" overflowWrap="anywhere">
            {problem}
          </chakra.p>
        )}
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" gap="2.5" alignItems="center">
        <StatusTag look={stateOf(sheet)} />
        {waiting > 0 ? (
          <chakra.span textStyle="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
            {waiting === 1 ? '1 row waits' : `${waiting.toLocaleString('en-IN')} rows wait`}
          </chakra.span>
        ) : (
          last_written_at && (
            <chakra.span textStyle="sm" color="fg.muted">
              Last row {dateTimeText(last_written_at)}
            </chakra.span>
          )
        )}
      </chakra.div>
      <chakra.div display="flex" gap="1" alignItems="center" ms="auto">
        <TestSheet />
        <RowMenu name={sheet.sheet}>
          <MenuItem value="change" onClick={() => onOpen('form')}>
            <Icon of={IconPencil} />
            Change
          </MenuItem>
          <MenuSeparator />
          <MenuItem value="remove" color="danger.fg" onClick={() => onOpen('remove')}>
            <Icon of={IconTrash} />
            Disconnect
          </MenuItem>
        </RowMenu>
      </chakra.div>
    </chakra.div>
  )
}

function TestSheet() {
  const queries = useQueryClient()
  const test = useSubmission({
    mutationFn: () => adminClient.sheet.test(),
    onSuccess: ({ works, problem }) => {
      if (works) toast.success('Google lets the shop write into the sheet')
      else toast.error('The test failed', { description: problem ?? '' })
      return queries.invalidateQueries({ queryKey: adminApi.sheet.key() })
    },
    onError: (error) => toast.error('The sheet was not tested', { description: errorText(error, 'Please try again.') }),
  })
  return (
    <Button variant="outline" size="sm" busy={test.isPending} busyText="Testing..." onClick={() => test.mutate()}>
      Test
    </Button>
  )
}

function RemoveSheet({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const remove = useSubmission({
    mutationFn: () => adminClient.sheet.remove(),
    onSuccess: ({ message }) => {
      toast.success(message)
      return queries.invalidateQueries({ queryKey: adminApi.sheet.key() })
    },
    onError: (error) => toast.error('Failed to disconnect the sheet', { description: errorText(error, '') }),
    onSettled: onClose,
  })
  return (
    <ConfirmDialog
      open
      title="Disconnect the sheet?"
      confirmLabel="Disconnect"
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>The shop writes no more rows and removes its key. The rows in the sheet stay.</p>
    </ConfirmDialog>
  )
}
