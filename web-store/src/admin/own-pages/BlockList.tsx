import { BLOCK_TYPES, type BlockType, MOST_SECTIONS } from 'contract/pages/blocks'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { outline } from '../../ui/icon-drawing.ts'
import { IconPlus } from '../../ui/icons.ts'
import { Stack } from '../../ui/layout.tsx'
import { IconEye } from '../../ui/secondary-icons.ts'
import { VisuallyHidden } from '../../ui/text.tsx'
import { Help } from '../forms/form-parts.tsx'
import { SortableList } from '../forms/SortableList.tsx'
import { blockKinds, type FormBlock, kindOf, labelOf } from './block-fields.ts'
import { firstWords } from './page-form.ts'

const IconEyeOff = outline(
  'M10.585 10.587a2 2 0 0 0 2.829 2.828M16.681 16.673a8.717 8.717 0 0 1 -4.681 1.327c-3.6 0 -6.6 -2 -9 -6c1.272 -2.12 2.712 -3.678 4.32 -4.674m2.86 -1.146a9.055 9.055 0 0 1 1.82 -.18c3.6 0 6.6 2 9 6c-.666 1.11 -1.379 2.067 -2.138 2.87M3 3l18 18',
)

const Row = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: '36px minmax(0,1fr) 44px',
    alignItems: 'center',
    minH: '14',
    px: '1.5',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'l2',
    '&[data-open]': { bg: 'action.subtle', borderColor: 'action.fg' },
    '&[data-hidden] [data-words]': { opacity: '.6' },
  },
})

const Open = chakra('button', {
  base: {
    display: 'block',
    w: 'full',
    minH: '13',
    py: '1.5',
    px: '1.5',
    textAlign: 'start',
    cursor: 'pointer',
    borderRadius: 'l1',
    '& b': { display: 'block', fontWeight: '600', lineHeight: '1.3' },
    '& small': { textStyle: 'sm', color: 'fg.muted', lineClamp: '2', lineHeight: '1.35' },
    '& small[data-problem]': { color: 'danger.fg' },
    '& small[data-empty]': { color: 'buy.fg' },
  },
})

const Kind = chakra('button', {
  base: {
    display: 'grid',
    alignContent: 'center',
    gap: '0.5',
    minH: '18',
    p: '3',
    textAlign: 'start',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'l2',
    bg: 'bg.panel',
    cursor: 'pointer',
    _hover: { borderColor: 'action.fg', bg: 'action.subtle' },
    '& small': { textStyle: 'sm', color: 'fg.muted', lineHeight: '1.35' },
  },
})

const Key = chakra('kbd', {
  base: {
    px: '1.5',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: '6px',
    fontFamily: 'body',
    fontSize: '.8125rem',
  },
})

type Props = {
  blocks: readonly FormBlock[]
  openId: string
  /** Problems to mark, once a save was refused. */
  problems: ReadonlyMap<string, ReadonlyMap<string, string>> | undefined
  emptyIds: ReadonlySet<string>
  onOpen: (id: string) => void
  onMove: (from: number, to: number) => void
  onHide: (block: FormBlock) => void
  onAdd: (type: BlockType) => void
}

/** The blocks of a page in their order: dragged by the handle, or moved, hidden and opened by keys. */
export function BlockList({ blocks, openId, problems, emptyIds, onOpen, onMove, onHide, onAdd }: Props) {
  const [adding, setAdding] = useState(false)
  const nameOf = (at: number) => {
    const block = blocks[at]
    return block ? `${labelOf(block.type)}, block ${at + 1}` : ''
  }
  const keys = (event: KeyboardEvent<HTMLButtonElement>, block: FormBlock, at: number) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (event.altKey && step && at + step >= 0 && at + step < blocks.length) {
      event.preventDefault()
      const button = event.currentTarget
      onMove(at, at + step)
      requestAnimationFrame(() => button.focus())
    }
    if (!event.altKey && !event.ctrlKey && !event.metaKey && event.key.toLowerCase() === 'h' && block.type !== 'offer')
      onHide(block)
  }
  const noteOf = (block: FormBlock) => {
    const [problem] = problems?.get(block.id)?.values() ?? []
    if (problem) return <small data-problem>{problem}</small>
    if (block.hidden) return <small>Hidden</small>
    if (emptyIds.has(block.id)) return <small data-empty>Empty, so it is not shown</small>
    return <small>{firstWords(block) || kindOf(block.type)?.about}</small>
  }
  return (
    <Stack as="section" aria-label="Blocks" gridTemplateColumns="minmax(0,1fr)">
      {blocks.length > 0 && (
        <SortableList ids={blocks.map(({ id }) => id)} nameOf={nameOf} onMove={onMove}>
          {(at, handle) => {
            const block = blocks[at]
            if (!block) return null
            return (
              <Row data-open={block.id === openId || undefined} data-hidden={block.hidden || undefined}>
                {handle}
                <Open
                  type="button"
                  data-words
                  aria-current={block.id === openId || undefined}
                  aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown H"
                  onClick={() => onOpen(block.id)}
                  onKeyDown={(event) => keys(event, block, at)}
                >
                  <b>
                    {labelOf(block.type)}
                    <VisuallyHidden>(block {at + 1})</VisuallyHidden>
                  </b>
                  {noteOf(block)}
                </Open>
                {block.type !== 'offer' && (
                  <IconButton
                    compact
                    color={block.hidden ? 'fg.subtle' : 'fg.muted'}
                    aria-label={`Show ${nameOf(at)}`}
                    aria-pressed={!block.hidden}
                    onClick={() => onHide(block)}
                  >
                    <Icon of={block.hidden ? IconEyeOff : IconEye} />
                  </IconButton>
                )}
              </Row>
            )
          }}
        </SortableList>
      )}
      {blocks.length < MOST_SECTIONS ? (
        <Button variant="outline" borderStyle="dashed" onClick={() => setAdding(true)}>
          <Icon of={IconPlus} />
          Add a block
        </Button>
      ) : (
        <Help>A page has at most {MOST_SECTIONS} blocks.</Help>
      )}
      {blocks.length > 1 && (
        <Help as="p" hideBelow="lg" css={{ '@media (max-height: 899px)': { display: 'none' } }}>
          <Key>Alt</Key> <Key>↑</Key> <Key>↓</Key> move, <Key>H</Key> hide, <Key>Enter</Key> open
        </Help>
      )}
      {adding && (
        <Dialog open size="wide" onClose={() => setAdding(false)} title="Add a block">
          <Stack
            as="ul"
            gap="2.5"
            pb="4"
            gridTemplateColumns={{ base: '1fr', md: 'repeat(3,minmax(0,1fr))' }}
            listStyleType="none"
          >
            {BLOCK_TYPES.map((type) => (
              <li key={type}>
                <Kind
                  type="button"
                  w="full"
                  onClick={() => {
                    setAdding(false)
                    onAdd(type)
                  }}
                >
                  <b>{blockKinds[type].label}</b>
                  <small>{blockKinds[type].about}</small>
                </Kind>
              </li>
            ))}
          </Stack>
        </Dialog>
      )}
    </Stack>
  )
}
