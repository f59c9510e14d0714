import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { t } from '../../language/text.ts'
import { toast } from '../../ui/toaster.ts'
import { payableAddress } from './payment-link.ts'

/** Makes an order at a press and leads to its payment. A failure is a notice; then `onError` runs. */
export const usePayment = <Input>(make: (input: Input) => Promise<{ payment_link: unknown }>, onError?: () => void) =>
  useSubmission({
    mutationFn: make,
    onSuccess: ({ payment_link }) => {
      const address = payableAddress(payment_link, window.location)
      if (address) window.location.assign(address)
      else toast.error(t('Invalid payment link received'), { id: 'purchase' })
    },
    onError: (failure) => {
      toast.error(errorText(failure, t('Failed to process purchase')), { id: 'purchase' })
      onError?.()
    },
  })
