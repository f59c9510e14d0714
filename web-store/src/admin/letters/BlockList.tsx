import { type Block, MOST_BLOCKS } from 'contract/letter-blocks'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Stack } from '../../ui/layout.tsx'
import { EntryBox, FieldProblem, Help, Tools } from '../forms/form-parts.tsx'
import { SortableList } from '../forms/SortableList.tsx'
import { RemoveButton } from '../lists/row-buttons.tsx'
import { BlockFields } from './BlockFields.tsx'
import { type BlockKind, blockKinds, blockProblem, kindOf } from './letter-form.ts'

type Props = {
  blocks: readonly Block[]
  onChange: (blocks: Block[]) => void
  /** Shows what each block lacks. */
  showProblems: boolean
  error?: string | undefined
  /** All kinds by default. */
  kinds?: readonly BlockKind[] | undefined
  /** Help below each text. */
  textHelp?: string
}

/** The parts of a letter in their order, which the handles change by dragging or by the arrow keys. */
export function BlockList({ blocks, onChange, showProblems, error, kinds, textHelp }: Props) {
  const { ids, moved, removed } = useSteadyIds(blocks.length)
  const nameOf = (at: number) => {
    const block = blocks[at]
    return `block ${at + 1}${block ? `, ${blockKinds[kindOf(block)].label.toLowerCase()}` : ''}`
  }
  const move = (from: number, to: number) => {
    const block = blocks[from]
    if (!block) return
    moved(from, to)
    onChange(blocks.toSpliced(from, 1).toSpliced(to, 0, block))
  }
  return (
    <Stack role="group" aria-label="Blocks">
      <SortableList ids={ids} nameOf={nameOf} onMove={move}>
        {(at, handle) => {
          const block = blocks[at]
          if (!block) return null
          return (
            <EntryBox>
              {handle}
              <div>
                <BlockFields
                  block={block}
                  onChange={(next) => onChange(blocks.with(at, next))}
                  error={showProblems ? blockProblem(block) : undefined}
                  textHelp={textHelp}
                />
              </div>
              <RemoveButton
                name={nameOf(at)}
                onRemove={() => {
                  removed(at)
                  onChange(blocks.toSpliced(at, 1))
                }}
              />
            </EntryBox>
          )
        }}
      </SortableList>
      {error && blocks.length === 0 && <FieldProblem>{error}</FieldProblem>}
      {blocks.length < MOST_BLOCKS ? (
        <Tools role="group" aria-label="Add a block">
          <Help as="span">Add</Help>
          {(kinds ?? (Object.keys(blockKinds) as BlockKind[])).map((kind) => (
            <Button
              key={kind}
              size="sm"
              variant="outline"
              onClick={() => onChange([...blocks, structuredClone(blockKinds[kind].begun)])}
            >
              {blockKinds[kind].label}
            </Button>
          ))}
        </Tools>
      ) : (
        <Help>An email has at most {MOST_BLOCKS} blocks.</Help>
      )}
    </Stack>
  )
}

let made = 0
const newIds = (count: number) => Array.from({ length: count }, () => `block-${made++}`)

/** Names the entries of a list that has no names of its own, so that a move carries the focus and a typed text along. */
function useSteadyIds(length: number) {
  const [ids, setIds] = useState<string[]>(() => newIds(length))
  // Added entries get a name with the render that shows them.
  const shown =
    ids.length === length ? ids : ids.length < length ? [...ids, ...newIds(length - ids.length)] : ids.slice(0, length)
  if (shown !== ids) setIds(shown)
  return {
    ids: shown,
    moved: (from: number, to: number) =>
      setIds((now) => {
        const id = now[from]
        return id === undefined ? now : now.toSpliced(from, 1).toSpliced(to, 0, id)
      }),
    removed: (at: number) => setIds((now) => now.toSpliced(at, 1)),
  }
}
