import { useQuery } from '@tanstack/react-query'
import { dateText } from '../../ui/format.ts'
import { Card } from '../../ui/layout.tsx'
import { VisuallyHidden } from '../../ui/text.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { Loaded } from '../kit/loaded.tsx'
import type { Column } from '../lists/column.ts'
import { TableOf } from '../lists/DataTable.tsx'
import { DownloadButton } from '../lists/DownloadButton.tsx'
import type { Desk } from './desk-part.ts'

export const desk: Desk = {
  id: 'registers',
  title: 'Records',
  about: 'Consents, requests and how long data stays, as files for anyone who checks.',
  at: 60,
}

type Register = Awaited<ReturnType<typeof adminClient.registers.list>>[number]

const columns: Column<Register>[] = [
  { head: 'Record', lead: true, cell: ({ title }) => <b>{title}</b> },
  { head: 'Lines', label: 'Lines', numeric: true, cell: ({ lines }) => lines.toLocaleString('en-IN') },
  { head: 'Newest', label: 'Newest', cell: ({ newest_at }) => newest_at && dateText(new Date(newest_at)) },
  { head: 'File', actions: true, cell: ({ name }) => <RegisterButton name={name} /> },
]

/** Lists the registers of all features, each with its file. */
export default function RegistersDeskPart() {
  const query = useQuery({ ...adminApi.registers.list.queryOptions(), staleTime: 0 })
  return (
    <Loaded query={query} failed="Failed to load the registers" height="240px" toasts>
      {(registers) => (
        <Card as="section" aria-label="Records" overflow="hidden" maxW="760px">
          <TableOf columns={columns} rows={registers} keyOf={({ name }) => name} />
        </Card>
      )}
    </Loaded>
  )
}

/** Gives the owner a register as a file. */
const RegisterButton = ({ name }: { name: string }) => (
  <DownloadButton
    variant="ghost"
    size="sm"
    read={() => adminClient.registers.file({ file: `${name}.csv` })}
    name={`${name}.csv`}
    failed="The register could not be downloaded"
  >
    Register as CSV
    <VisuallyHidden>: {name}</VisuallyHidden>
  </DownloadButton>
)
