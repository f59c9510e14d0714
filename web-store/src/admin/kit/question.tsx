import type { ReactNode } from 'react'
import { rupeesText } from '../../ui/format.ts'
import { later } from '../../ui/later.tsx'

const ConfirmDialog = later(() => import('../../ui/ConfirmDialog.tsx'))

/** `calm`: its answer takes nothing away. */
export type Question = { title: string; label?: string; cancel?: string; text?: ReactNode; calm?: boolean }

type QuestionProps = Question & { busy?: boolean; onConfirm: () => void; onClose: () => void }

export function Question({ title, label, cancel, text, calm, ...rest }: QuestionProps) {
  return (
    <ConfirmDialog
      open
      title={title}
      {...(label && { confirmLabel: label })}
      {...(cancel && { cancelLabel: cancel })}
      {...(calm && { calm })}
      {...rest}
    >
      {typeof text === 'string' ? <p>{text}</p> : text}
    </ConfirmDialog>
  )
}

/** Asks about a price that moves by more than half: mostly a digit is missing, or one too many. Undefined for any other, and for a first price. */
export function priceQuestion(was: number | null | undefined, now: number): Question | undefined {
  if (!was || Number.isNaN(now) || Math.abs(now - was) * 2 <= was) return undefined
  const percent = Math.round((Math.abs(now - was) / was) * 100).toLocaleString('en-IN')
  return {
    title: `${rupeesText(now)} instead of ${rupeesText(was)}?`,
    text: `The price ${now < was ? 'drops' : 'rises'} by ${percent}%. Check the amount before you save it.`,
    label: 'Yes, save it',
    cancel: 'Back',
    calm: true,
  }
}
