import { Button } from '../../ui/Button.tsx'
import { SaveBar } from '../forms/SaveBar.tsx'

type TaskBarProps = {
  formId: string
  problems: number
  /** Replaces the number of problems. */
  wording?: string | undefined
  storedAt: number | undefined
  dirty: boolean
  busy: boolean
  onDiscard: () => void
  children: string
}

/** Draws the bar below a quiz, an assignment or the settings: problems, time of the draft, Discard changes, and the button that saves. */
export function TaskBar({ formId, problems, wording, storedAt, dirty, busy, onDiscard, children }: TaskBarProps) {
  return (
    <SaveBar
      problems={problems}
      storedAt={storedAt}
      rest={dirty ? 'Saving draft...' : 'No changes yet.'}
      {...(wording ? { wording } : {})}
    >
      {dirty && (
        <Button variant="ghost" display={{ base: 'none', lg: 'inline-flex' }} onClick={onDiscard}>
          Discard changes
        </Button>
      )}
      <Button type="submit" form={formId} busy={busy} busyText="Saving...">
        {children}
      </Button>
    </SaveBar>
  )
}
