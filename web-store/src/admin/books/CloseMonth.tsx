import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { adminApi } from '../host/admin-api.ts'
import { useAct } from '../kit/use-act.tsx'
import type { Month } from './month.ts'

type CloseMonthProps = { month: Month; name: string; onClose: () => void }

/** Says what closing does before it is done. */
export default function CloseMonth({ month, name, onClose }: CloseMonthProps) {
  const { run, busy } = useAct(adminApi.books.closeMonth, {
    failed: 'Month not closed',
    onDone: onClose,
  })
  const { accountants, differences_total } = month
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Close ${name}?`}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Leave open
          </Button>
          <Button busy={busy} busyText="Closing..." onClick={() => run({ month: month.month })}>
            Close {name}
          </Button>
        </>
      }
    >
      <p>
        {accountants.length > 0
          ? `${accountants.join(', ')} ${accountants.length === 1 ? 'gets' : 'get'} an email with a link to the files.`
          : 'Nobody gets an email: no admin has the role finance.'}{' '}
        The month cannot be opened again.
      </p>
      {differences_total > 0 && <p>{differences_total} differences are not explained yet.</p>}
    </Dialog>
  )
}
