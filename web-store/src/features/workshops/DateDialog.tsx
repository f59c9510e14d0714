import type { ComponentProps } from 'react'
import { t } from '../../language/text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import Seats from './Seats.tsx'

/** Shows the student's dates of one course over its lessons. */
export default function DateDialog({ runs, onClose }: ComponentProps<typeof Seats> & { onClose: () => void }) {
  return (
    <Dialog open title={t('Your date')} onClose={onClose}>
      <Seats runs={runs} />
    </Dialog>
  )
}
