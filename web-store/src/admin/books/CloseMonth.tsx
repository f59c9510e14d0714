import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toaster.ts'
import { adminClient } from '../host/admin-api.ts'
import type { Month } from './month.ts'

type CloseMonthProps = { month: Month; name: string; onClosed: () => void; onClose: () => void }

/** Says what closing does before it is done. */
export default function CloseMonth({ month, name, onClosed, onClose }: CloseMonthProps) {
  const close = useSubmission({
    mutationFn: () => adminClient.books.closeMonth({ month: month.month }),
    onSuccess: ({ message }) => {
      toast.success(message)
      onClosed()
      onClose()
    },
    onError: (failure) => {
      toast.error('Month not closed', { description: errorText(failure, 'Please try again.') })
    },
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
          <Button busy={close.isPending} busyText="Closing..." onClick={() => close.mutate()}>
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
