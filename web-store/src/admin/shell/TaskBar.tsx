import { Link } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { clockText } from '../../ui/format.ts'
import { later } from '../../ui/later.tsx'
import { SaveBar } from '../forms/SaveBar.tsx'
import type { useVersionedEditor } from '../forms/use-editor.ts'
import { WaitingButton } from '../forms/WaitingButton.tsx'

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
  const isIdle = !isDirty && !save.isPending
  return (
    <>
      <SaveBar
        problems={problems}
        storedAt={storedAt}
        rest={isDirty ? 'Saving draft...' : savedAt ? `Saved at ${clockText(savedAt)}.` : 'No changes yet.'}
        idle={isIdle}
        next={
          next && (
            <Button asChild variant="ghost" w={{ base: 'full', md: 'auto' }}>
              <Link to={next.to}>Next: {next.title}</Link>
            </Button>
          )
        }
        {...(wording ? { wording } : {})}
      >
        {isDirty && (
          <Button variant="ghost" display={{ base: 'none', lg: 'inline-flex' }} onClick={discard}>
            Discard changes
          </Button>
        )}
        <WaitingButton
          type="submit"
          form={formId}
          waitsFor={isIdle && problems === 0 && 'Change something first'}
          busy={save.isPending}
          busyText="Saving..."
        >
          {children}
        </WaitingButton>
      </SaveBar>
      {versions && <VersionsDialog changed={changed} of={part} {...versions} />}
    </>
  )
}
