import { indianDay } from 'contract/indian-time'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconDownload } from '../../ui/secondary-icons.ts'
import { toast } from '../../ui/toaster.ts'
import { rolesOf } from '../host/admin-api.ts'
import { useMe } from '../host/me.queries.ts'
import { usePlatform } from '../host/platform.tsx'
import { type ExportInput, type ExportTable, exportTable, hasNoRows } from './export-table.ts'

type ExportButtonProps<Table extends ExportTable> = {
  table: Table
  input: ExportInput<Table>
  /** The name of the file; table and day by default. */
  name?: string
  size?: 'sm'
}

/** Gives the admin the rows of a table as a file, with the filters that are set. */
export function ExportButton<Table extends ExportTable>({ table, input, name, size }: ExportButtonProps<Table>) {
  const platform = usePlatform()
  const { data: me } = useMe()
  const save = useSubmission({
    mutationFn: async () => {
      const file = await exportTable(table, input)
      if (await hasNoRows(file)) return toast.info('There is nothing to export')
      await platform.saveFile(`${name ?? `${table}-${indianDay(shopNow())}`}.csv`, file)
    },
    onError: (error) => {
      toast.error('The file could not be exported', { description: errorText(error, 'Please try again.') })
    },
  })
  // Support sees buyers, and takes no list of them away.
  if (me && !rolesOf('exports', table).includes(me.role)) return null
  return (
    <Button
      variant="outline"
      {...(size && { size })}
      busy={save.isPending}
      busyText="Exporting..."
      onClick={() => save.mutate()}
    >
      <Icon of={IconDownload} />
      Export CSV
    </Button>
  )
}
