import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Tools } from './form-parts.tsx'
import { Segments } from './Segments.tsx'
import { type VersionPart, wordsOf } from './version-parts.ts'

type Choice = 'mine' | 'theirs'

/** One of two values side by side. */
export const Version = chakra('div', {
  base: {
    p: '2.5',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'l1',
    textStyle: 'sm',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    maxH: '180px',
    overflow: 'auto',
    '&[data-chosen]': { borderColor: 'action.fg', bg: 'action.subtle' },
  },
})

type VersionsDialogProps = {
  /** The thing that was changed: `this course`. */
  changed: string
  /** Its other version was saved in another tab of this admin. */
  own: boolean
  /** Names an entry of the list: `field`. */
  of: string
  parts: readonly VersionPart[]
  busy: boolean
  /** Receives the ids of the parts that keep the other version. */
  onSave: (theirs: ReadonlySet<string>) => void
  onClose: () => void
}

/** Resolves a conflict with a save of another admin, or of another tab: chooses one of two versions of each part. */
export default function VersionsDialog({ changed, own, of, parts, busy, onSave, onClose }: VersionsDialogProps) {
  const [choices, setChoices] = useState<Record<string, Choice>>({})
  // A part that only one of the two changed has that change preselected; otherwise this admin's.
  const choiceOf = ({ id, changedHere }: VersionPart): Choice => choices[id] ?? (changedHere ? 'mine' : 'theirs')
  const save = () => onSave(new Set(parts.filter((part) => choiceOf(part) === 'theirs').map(({ id }) => id)))
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={own ? `You changed ${changed} in another tab` : `Someone else changed ${changed}`}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Back to the form
          </Button>
          <Button busy={busy} busyText="Saving..." onClick={save}>
            Save this version
          </Button>
        </>
      }
    >
      <Stack gap="4">
        <p>
          {own ? 'You saved in another tab' : 'Someone else saved'} after you opened this. For each {of}, choose which
          version to keep.
        </p>
        {parts.map((part) => (
          <Stack as="section" key={part.id} aria-label={part.label} gap="2">
            <Tools justifyContent="space-between">
              <chakra.h3 textStyle="label">{part.label}</chakra.h3>
              <Segments
                label={`Version of ${part.label}`}
                value={choiceOf(part)}
                onChange={(choice) => setChoices({ ...choices, [part.id]: choice })}
                options={[
                  ['mine', 'Yours'],
                  ['theirs', own ? 'Other tab' : 'Theirs'],
                ]}
              />
            </Tools>
            <chakra.div display="grid" gap="2" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}>
              {(['mine', 'theirs'] as const).map((side) => (
                <Version
                  key={side}
                  data-chosen={choiceOf(part) === side || undefined}
                  tabIndex={0}
                  role="group"
                  aria-label={side === 'mine' ? 'Yours' : 'Theirs'}
                >
                  {wordsOf(part[side])}
                </Version>
              ))}
            </chakra.div>
          </Stack>
        ))}
      </Stack>
    </Dialog>
  )
}
