import { AIM_DAYS, type Nominee, REQUEST_KINDS, type RequestKind } from 'contract/privacy/requests'
import { t } from '../../language/text.ts'

/** The kinds of request with the answer that each has, and when. */
export const kindWords: Record<RequestKind, { title: string; detail: string }> = {
  access: {
    title: t('See what you have about me'),
    detail: t('A copy as a file, within {days} days', { days: AIM_DAYS.access }),
  },
  correction: {
    title: t('Correct something'),
    detail: t('Name, phone or certificate, within {days} days', { days: AIM_DAYS.correction }),
  },
  erasure: { title: t('Erase me'), detail: t('Hidden at once. Invoices stay as long as the law asks') },
  grievance: {
    title: t('Complain'),
    detail: t('An answer within {days} days', { days: AIM_DAYS.grievance }),
  },
  nomination: {
    title: t('Name somebody for me'),
    detail: t('They can act for you if you no longer can. Takes effect at once'),
  },
}

export const isKind = (text: string | null): text is RequestKind => REQUEST_KINDS.some((kind) => kind === text)

export const statusWords = {
  open: t('In progress'),
  hidden: t('Hidden'),
  done: t('Done'),
  refused: t('Refused'),
  taken_back: t('Taken back'),
  ended: t('Ended'),
}

/** A request as it is sent, once the person is proven. */
export type Wish = {
  kind: RequestKind
  note?: string
  new_name?: string
  nominee?: Nominee
  nominee_of?: string
}
