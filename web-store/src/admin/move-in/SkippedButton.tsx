import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconDownload } from '../../ui/secondary-icons.ts'
import { toast } from '../../ui/toaster.ts'
import { adminClient } from '../host/admin-api.ts'
import { usePlatform } from '../host/platform.tsx'
import type { MoveState } from './move-in.queries.ts'

/** Tells spreadsheets the encoding; reading an answer as text removes it. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Downloads the rows that were left out or lost a cell, with their reasons, to mend and to bring again. */
export function SkippedButton({ move }: { move: MoveState }) {
  const platform = usePlatform()
  const save = useSubmission({
    mutationFn: async () => {
      const answer: unknown = await adminClient.moveIn.skipped({ move_id: move.move_id })
      const file = answer instanceof Blob ? answer : new Blob([BYTE_ORDER_MARK, String(answer)], { type: 'text/csv' })
      await platform.saveFile(`${move.file_name.replace(/\.[^.]+$/, '')} left out.csv`, file)
    },
    onError: (error) => {
      toast.error('These rows could not be downloaded', { description: errorText(error, 'Please try again.') })
    },
  })
  return (
    <Button variant="outline" busy={save.isPending} busyText="Downloading..." onClick={() => save.mutate()}>
      <Icon of={IconDownload} size={20} />
      Download these rows
    </Button>
  )
}
