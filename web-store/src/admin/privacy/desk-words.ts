import type { DeskRequest, RequestKind } from 'contract/privacy/requests'
import { dateText } from '../../ui/format.ts'

export const kindNames: Record<RequestKind, string> = {
  access: 'Copy of data',
  correction: 'Correction',
  erasure: 'Erasure',
  grievance: 'Complaint',
  nomination: 'Nominee',
}

/** Whole days from one day to another. */
export const daysUntil = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** Describes how far a request is, in one line. */
export function placeOf({ status, kind, note, compare, erase_at, nominee_of }: DeskRequest): string {
  if (status === 'hidden') return `Hidden. Deletion after ${erase_at ? dateText(new Date(erase_at)) : 'its time'}`
  if (status === 'taken_back') return 'Taken back by the student'
  if (status === 'ended') return 'Ended with the account'
  if (status === 'refused') return 'Refused'
  if (status === 'done') return kind === 'erasure' ? 'Erased' : 'Done'
  if (nominee_of) return nominee_of.named ? 'A nominee asks: look at their proof' : 'A stranger asks: nobody named them'
  if (compare) return `Name: ${compare.old} to ${compare.new}`
  return note ? shortened(note) : kind === 'access' ? 'The file is ready' : 'Waiting for an answer'
}

const shortened = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text)
