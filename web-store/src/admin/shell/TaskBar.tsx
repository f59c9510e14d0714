import { Link } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { clockText } from '../../ui/format.ts'
import { later } from '../../ui/later.tsx'
import { SaveBar } from '../forms/SaveBar.tsx'
import type { useVersionedEditor } from '../forms/use-editor.ts'

const VersionsDialog = later(() => import('../forms/VersionsDialog.tsx'))

type Editor = ReturnType<typeof useVersionedEditor>

type TaskBarProps = {
  of: Pick<Editor, 'storedAt' | 'isDirty' | 'discard' | 'versions'> & { save: { isPending: boolean } }
  formId: string
  problems: number
  /** Replaces the number of problems. */
  wording?: string | undefined
  /** Time of the last save of this visit. */
  savedAt?: number | undefined
  /** Follows this form, once nothing in it waits to be saved. */
  next?: { title: string; to: string } | undefined
  /** Names the edited thing, such as `this course`, and a part of it that two may have changed. */
  changed: string
  part?: string
  children: string
}

/**
 * Draws the bar below a quiz, an assignment or the settings: problems, time of the draft, Discard changes, and the button that saves. A
 * save over one of somebody else asks which parts stay.
 */
export function TaskBar({
  of: { storedAt, isDirty, save, discard, versions },
  formId,
  problems,
  wording,
  savedAt,
  next,
  changed,
  part = 'part',
  children,
}: TaskBarProps) {
  return (
    <>
      <SaveBar
        problems={problems}
        storedAt={storedAt}
        rest={isDirty ? 'Saving draft...' : savedAt ? `Saved at ${clockText(savedAt)}.` : 'No changes yet.'}
        {...(wording ? { wording } : {})}
      >
        {isDirty && (
          <Button variant="ghost" display={{ base: 'none', lg: 'inline-flex' }} onClick={discard}>
            Discard changes
          </Button>
        )}
        {!isDirty && next && (
          <Button asChild variant="ghost">
            <Link to={next.to}>Next: {next.title}</Link>
          </Button>
        )}
        <Button type="submit" form={formId} busy={save.isPending} busyText="Saving...">
          {children}
        </Button>
      </SaveBar>
      {versions && <VersionsDialog changed={changed} of={part} {...versions} />}
    </>
  )
}
