import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconClock } from '../../ui/secondary-icons.ts'

const Notice = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2.5',
    mb: '4',
    px: '4',
    py: '2.5',
    borderRadius: 'l2',
    bg: 'action.subtle',
    color: 'fg',
  },
})

type DraftNoticeProps = {
  draft: { kept_at: number; etag?: string | undefined } | null
  /** The form holds what is not saved. */
  dirty: boolean
  /** The version that the form would be saved over, which is the draft's until it is saved or discarded. */
  version: string | undefined
  /** The version that is stored: another one has been saved by somebody else since. */
  etag: string | undefined
  onDiscard: () => void
}

/** What was typed at an earlier time is back in the form. */
export function DraftNotice({ draft, dirty, version, etag, onDiscard }: DraftNoticeProps) {
  if (!draft || !dirty || version !== draft.etag) return null
  return (
    <Notice role="status">
      <Icon of={IconClock} />
      <chakra.span flex="1" minW="200px">
        Your draft from {dateTimeText(new Date(draft.kept_at))} is restored.
        {draft.etag !== etag && ' Someone else saved after that. You can compare both versions when you save.'}
      </chakra.span>
      <Button variant="outline" size="sm" onClick={onDiscard}>
        Discard changes
      </Button>
    </Notice>
  )
}
