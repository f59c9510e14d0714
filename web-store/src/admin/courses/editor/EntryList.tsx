import { MAX_ENTRIES } from 'contract/courses/input'
import type { ReactNode } from 'react'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { IconPlus, IconX } from '../../../ui/icons.ts'
import { Stack } from '../../../ui/layout.tsx'
import { FieldProblem, GroupLabel, Tools } from '../../forms/form-parts.tsx'
import { SortableList } from '../../forms/SortableList.tsx'
import { WaitingButton } from '../../forms/WaitingButton.tsx'
import { MediaTools } from '../../media/MediaTools.tsx'

export type EntryListOf<Name> = {
  name: Name
  /** Heading of the list. */
  label: string
  /** Names one entry: `line`, `step`. */
  entry: string
  help?: string
}

type EntryListProps = EntryListOf<string> & {
  ids: string[]
  problem: string | undefined
  /** Entries are such files, which may be chosen, too. */
  kind?: 'image' | 'video' | undefined
  onMove: (from: number, to: number) => void
  onRemove: (index: number) => void
  onAdd: () => void
  onUrls: (urls: string[]) => void
  /** Draws an entry with its handle and the button that removes it. */
  children: (index: number, handle: ReactNode, remove: ReactNode) => ReactNode
}

/** A list of entries that are put in order by hand. */
export function EntryList(props: EntryListProps) {
  const { name, label, entry, help, ids, problem, kind, onMove, onRemove, onAdd, onUrls, children } = props
  const id = `${name}-label`
  return (
    <Stack data-list role="group" aria-labelledby={id} gap="2.5" minW="0">
      <GroupLabel id={id} help={help}>
        {label}
      </GroupLabel>
      <SortableList ids={ids} nameOf={(index) => `${entry} ${index + 1} of ${label}`} onMove={onMove}>
        {(index, handle) =>
          children(
            index,
            handle,
            <IconButton
              compact
              color="fg.subtle"
              aria-label={`Remove ${entry} ${index + 1} of ${label}`}
              onClick={() => onRemove(index)}
            >
              <Icon of={IconX} />
            </IconButton>,
          )
        }
      </SortableList>
      {problem && <FieldProblem>{problem}</FieldProblem>}
      <Tools>
        <WaitingButton
          variant="ghost"
          size="sm"
          data-add
          waitsFor={ids.length >= MAX_ENTRIES && `There are ${MAX_ENTRIES} already: remove one first`}
          onClick={onAdd}
        >
          <Icon of={IconPlus} size={16} />
          Add {entry}
        </WaitingButton>
        {kind && <MediaTools kind={kind} of={`for ${label}`} multiple onUrls={onUrls} />}
      </Tools>
    </Stack>
  )
}
