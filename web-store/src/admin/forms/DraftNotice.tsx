import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconClock } from '../../ui/secondary-icons.ts'
import { useEarlierDraft } from './editor-drafts.ts'
import { ownSaveName } from './use-versioned-save.ts'

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
  /** Name of the draft. */
  name: string
  draft: { kept_at: number; etag?: string | undefined } | null
  /** True while the form has unsaved changes. */
  dirty: boolean
  /** The version that a save replaces: the draft's, until the draft is saved or discarded. */
  version: string | undefined
  /** The stored version; another one than `version` means a save of somebody else, or in another tab. */
  etag: string | undefined
  onDiscard: () => void
}

/** Says that an earlier draft is restored, and offers to discard it. */
export function DraftNotice({ name, draft, dirty, version, etag, onDiscard }: DraftNoticeProps) {
  const ownSave = useEarlierDraft<null>(ownSaveName(name))
  if (!draft || !dirty || version !== draft.etag) return null
  return (
    <Notice role="status">
      <Icon of={IconClock} />
      <chakra.span flex="1" minW="200px">
        Your draft from {dateTimeText(new Date(draft.kept_at))} is restored.
        {draft.etag !== etag &&
          ownSave !== undefined &&
          ` ${ownSave?.etag === etag ? 'You saved in another tab' : 'Someone else saved'} after that. You can compare both versions when you save.`}
      </chakra.span>
      <Button variant="outline" size="sm" onClick={onDiscard}>
        Discard changes
      </Button>
    </Notice>
  )
}
