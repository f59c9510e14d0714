import { Link } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { clockText } from '../../ui/format.ts'
import { SaveBar } from '../forms/SaveBar.tsx'

type TaskBarProps = {
  formId: string
  problems: number
  /** Replaces the number of problems. */
  wording?: string | undefined
  storedAt: number | undefined
  dirty: boolean
  /** Time of the last save of this visit. */
  savedAt?: number | undefined
  /** Follows this form, once nothing in it waits to be saved. */
  next?: { title: string; to: string } | undefined
  busy: boolean
  onDiscard: () => void
  children: string
}

/** Draws the bar below a quiz, an assignment or the settings: problems, time of the draft, Discard changes, and the button that saves. */
export function TaskBar({
  formId,
  problems,
  wording,
  storedAt,
  dirty,
  savedAt,
  next,
  busy,
  onDiscard,
  children,
}: TaskBarProps) {
  return (
    <SaveBar
      problems={problems}
      storedAt={storedAt}
      rest={dirty ? 'Saving draft...' : savedAt ? `Saved at ${clockText(savedAt)}.` : 'No changes yet.'}
      {...(wording ? { wording } : {})}
    >
      {dirty && (
        <Button variant="ghost" display={{ base: 'none', lg: 'inline-flex' }} onClick={onDiscard}>
          Discard changes
        </Button>
      )}
      {!dirty && next && (
        <Button asChild variant="ghost">
          <Link to={next.to}>Next: {next.title}</Link>
        </Button>
      )}
      <Button type="submit" form={formId} busy={busy} busyText="Saving...">
        {children}
      </Button>
    </SaveBar>
  )
}
