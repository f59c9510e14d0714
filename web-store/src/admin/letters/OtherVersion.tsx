import type { Letter } from 'contract/letters'
import { type RefObject, useEffect } from 'react'
import { isApiError } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { FieldProblem } from '../forms/form-parts.tsx'

const wordsOf = ({ name, subject, blocks, segment, channel, template }: Letter) =>
  JSON.stringify([name, subject, blocks, segment, channel, template])

type Latest = {
  /** As fetched last. */
  letter: Letter | undefined
  /** The one that the next save writes over: never another person's words unseen. */
  over: RefObject<Letter | undefined>
  /** Something is typed or on its way. */
  isBusy: boolean
  onStale: () => void
}

/** Follows a letter that changed elsewhere: a form without typed words begins anew with it. */
export function useLatestLetter({ letter, over, isBusy, onStale }: Latest): void {
  useEffect(() => {
    const known = over.current
    if (!letter || !known || letter.changed_at <= known.changed_at) return
    // A letter that was stopped has a new time and the same words.
    if (wordsOf(letter) === wordsOf(known)) over.current = letter
    else if (!isBusy) onStale()
  }, [letter, over, isBusy, onStale])
}

/** The present letter, from the refusal of a stale save. */
export const theirLetter = (error: unknown) =>
  isApiError(error) && error.code === 'edit_conflict' ? (error.data?.current as Letter) : undefined

/** Asks which of two versions of a letter stays. */
export function OtherVersion({ onTheirs, onMine }: { onTheirs: () => void; onMine: () => void }) {
  return (
    <>
      <FieldProblem>This draft was changed in another window, or by someone else.</FieldProblem>
      <Button variant="outline" onClick={onTheirs}>
        Show the other version
      </Button>
      <Button onClick={onMine}>Keep mine</Button>
    </>
  )
}
