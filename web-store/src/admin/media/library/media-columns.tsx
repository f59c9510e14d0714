import { extensionOf } from 'contract/media/kinds'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { dateText } from '../../../ui/format.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { MenuItem, MenuSeparator } from '../../../ui/menu.ts'
import { IconCopy, IconExternalLink, IconTrash } from '../../../ui/secondary-icons.ts'
import { slot } from '../../../ui/slot.tsx'
import { VisuallyHidden } from '../../../ui/text.tsx'
import { toast } from '../../../ui/toaster.ts'
import { IconPencil, IconRefresh } from '../../host/admin-icons.ts'
import { usePlatform } from '../../host/platform.tsx'
import type { Column } from '../../lists/column.ts'
import { RowMenu } from '../../lists/row-buttons.tsx'
import { Thumb } from '../../lists/Thumb.tsx'
import type { MediaItem } from '../media.queries.ts'
import { bytesText, kindName, lengthText, usedText, videoText } from './media-text.ts'

export type OneFile = { item: MediaItem }

/** The button that processes a video in this browser. */
const PrepareVideo = slot<OneFile>(import.meta.glob('../../*/PrepareVideo.tsx'))

/** The dialogs of one file. */
export type FileDialog = 'open' | 'rename' | 'delete' | 'uses' | 'replace'

type Open = (is: FileDialog, of: MediaItem) => void

/** A video that the shop makes no other qualities of, so that this computer may. */
export const isUnprepared = ({ video }: MediaItem) => video?.state === 'original' || video?.state === 'failed'

/** Replaces the picture of a file without one: its extension. A row plays no video. */
export const FileKindTile = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    flexShrink: '0',
    bg: 'bg.muted',
    color: 'fg.muted',
    fontWeight: '600',
    letterSpacing: '0.04em',
    textTransform: 'uppercase',
  },
})

const Name = chakra('button', {
  base: {
    display: 'block',
    maxW: 'full',
    minH: '6',
    fontWeight: '550',
    textAlign: 'start',
    cursor: 'pointer',
    _hover: { textDecoration: 'underline' },
  },
})

const pixelsText = ({ seconds, width, height }: MediaItem) => !seconds && width && height && `${width}×${height}`

function factsText({ seconds, paid, folder, video }: MediaItem, ...others: unknown[]): string {
  const facts = [
    ...others,
    seconds ? lengthText(seconds) : undefined,
    video && videoText(video),
    paid && 'buyers only',
    folder && `in ${folder}`,
  ]
  return facts.filter(Boolean).join(', ')
}

function File({ item, open }: OneFile & { open: Open }) {
  const { name, kind, url, paid, preview_url, bytes, used_in } = item
  return (
    <chakra.div display="flex" alignItems="center" gap="2" minW="0">
      {kind === 'image' ? (
        <Thumb url={paid ? preview_url : url} kind="image" />
      ) : (
        <FileKindTile aria-hidden w="58px" h="44px" me="1.5" borderRadius="l1" textStyle="xs">
          {extensionOf(url)}
        </FileKindTile>
      )}
      <chakra.div flex="1" minW="0">
        <Name type="button" truncate title={name} onClick={() => open('open', item)}>
          <VisuallyHidden>Open </VisuallyHidden>
          {name}
        </Name>
        <chakra.p textStyle="sm" lineHeight="20px" color="fg.muted" truncate title={factsText(item, pixelsText(item))}>
          <chakra.span display={{ lg: 'none' }}>
            {factsText(item, bytesText(bytes), usedText(used_in.length).toLowerCase())}
          </chakra.span>
          <chakra.span display={{ base: 'none', lg: 'inline' }}>{factsText(item, pixelsText(item))}</chakra.span>
        </chakra.p>
        {isUnprepared(item) && <PrepareVideo item={item} />}
      </chakra.div>
    </chakra.div>
  )
}

function FileMenu({ item, open }: OneFile & { open: Open }) {
  const { storeAddress, copyText } = usePlatform()
  // Whole, so that it works in a chat or an email too.
  const copy = async () =>
    (await copyText(storeAddress(item.url)))
      ? toast.success('Address copied')
      : toast.error('Copying is not allowed here. Please select the text and copy it.')
  return (
    <RowMenu name={item.name}>
      <MenuItem value="copy" onClick={() => void copy()}>
        <Icon of={IconCopy} />
        Copy URL
      </MenuItem>
      <MenuItem value="rename" onClick={() => open('rename', item)}>
        <Icon of={IconPencil} />
        Rename
      </MenuItem>
      <MenuItem value="replace" onClick={() => open('replace', item)}>
        <Icon of={IconRefresh} />
        Replace
      </MenuItem>
      {item.used_in.length > 0 && (
        <MenuItem value="uses" onClick={() => open('uses', item)}>
          <Icon of={IconExternalLink} />
          Where it is used
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem value="delete" color="danger.fg" onClick={() => open('delete', item)}>
        <Icon of={IconTrash} />
        Delete
      </MenuItem>
    </RowMenu>
  )
}

export const mediaColumns = (open: Open): Column<MediaItem>[] => [
  { head: 'File', lead: true, fills: true, cell: (item) => <File item={item} open={open} /> },
  {
    head: 'Kind',
    phone: 'none',
    from: 1280,
    cell: ({ kind: of }) => kindName(of),
  },
  { head: 'Size', phone: 'none', numeric: true, cell: ({ bytes }) => bytesText(bytes) },
  {
    head: 'Used',
    phone: 'none',
    cell: (item) =>
      item.used_in.length === 0 ? (
        <chakra.span color="fg.muted">{usedText(0)}</chakra.span>
      ) : (
        <Button variant="ghost" size="sm" ms="-3" onClick={() => open('uses', item)}>
          {usedText(item.used_in.length)}
          <VisuallyHidden> of {item.name}</VisuallyHidden>
        </Button>
      ),
  },
  {
    head: 'Added',
    phone: 'none',
    from: 1280,
    cell: ({ created_at }) => dateText(new Date(created_at)),
  },
  { head: 'Actions', actions: true, cell: (item) => <FileMenu item={item} open={open} /> },
]
