import type { ReactNode } from 'react'
import { t } from '../language/text.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

type ConfirmDialogProps = {
  open: boolean
  /** The question, in the words of the spec. */
  title: string
  /** The consequence, in one line. */
  children?: ReactNode
  confirmLabel?: string
  cancelLabel?: string
  /** Takes nothing away: the button is no warning. */
  calm?: boolean
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before a deletion. Load it lazily: dialogs are not part of a first page. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    title,
    children,
    confirmLabel = t('Delete'),
    cancelLabel = t('Keep it'),
    calm,
    busy,
    onConfirm,
    onClose,
  } = props
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      role="alertdialog"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button {...(calm ? {} : { colorPalette: 'danger' as const })} busy={busy ?? false} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

export default ConfirmDialog
