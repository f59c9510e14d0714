import { indianDay } from 'contract/indian-time'
import { shopNow } from '../../stores/shop-clock.ts'
import { adminClient, rolesOf } from '../host/admin-api.ts'
import { useMe } from '../host/me.queries.ts'
import { DownloadButton } from './DownloadButton.tsx'
import type { ExportInput, ExportTable } from './export-table.ts'

type ExportButtonProps<Table extends ExportTable> = {
  table: Table
  input: ExportInput<Table>
  /** The name of the file; table and day by default. */
  name?: string
  label?: string
  size?: 'sm'
  /** What the file is not for, shown beside the pointer and read with the button. */
  title?: string
}

/** Gives the admin the rows of a table as a file, with the filters that are set. */
export function ExportButton<Table extends ExportTable>({
  table,
  input,
  name,
  label = 'Export CSV',
  ...rest
}: ExportButtonProps<Table>) {
  const { data: me } = useMe()
  // Support sees buyers, and takes no list of them away.
  if (me && !rolesOf('exports', table).includes(me.role)) return null
  return (
    <DownloadButton
      read={() => (adminClient.exports[table] as (input: never) => Promise<unknown>)(input as never)}
      name={`${name ?? `${table}-${indianDay(shopNow())}`}.csv`}
      failed="The file could not be exported"
      none="There is nothing to export"
      busyText="Exporting..."
      {...rest}
    >
      {label}
    </DownloadButton>
  )
}
