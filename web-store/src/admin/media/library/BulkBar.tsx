import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { IconCopy, IconTrash } from '../../../ui/secondary-icons.ts'
import { toast } from '../../../ui/toaster.ts'
import { usePlatform } from '../../host/platform.tsx'
import { BulkBox } from '../../lists/BulkBox.tsx'
import { DownloadButton } from '../../lists/DownloadButton.tsx'
import type { MediaItem } from '../media.queries.ts'
import { fileList } from './media-text.ts'

type BulkBarProps = { items: readonly MediaItem[]; onMove: () => void; onDelete: () => void; onClear: () => void }

/** Offers actions on all marked files. */
export function BulkBar({ items, onMove, onDelete, onClear }: BulkBarProps) {
  const platform = usePlatform()
  const addressOf = ({ url }: MediaItem) => platform.storeAddress(url)
  const copy = async () => {
    if (await platform.copyText(items.map(addressOf).join('\n'))) toast.success('Addresses copied')
    else toast.error('Copying is not allowed here. Download the list instead.')
  }
  return (
    <BulkBox label="Selected files" count={items.length}>
      <Button size="sm" variant="outline" onClick={onMove}>
        Move to folder
      </Button>
      <Button size="sm" variant="outline" onClick={() => void copy()}>
        <Icon of={IconCopy} size={16} />
        Copy addresses
      </Button>
      <DownloadButton
        size="sm"
        read={async () => fileList(items, addressOf)}
        name="media-library.csv"
        failed="Failed to download the list"
      >
        Download list
      </DownloadButton>
      <Button size="sm" variant="outline" onClick={onDelete}>
        <Icon of={IconTrash} size={16} />
        Delete
      </Button>
      <Button size="sm" variant="ghost" onClick={onClear}>
        Clear
      </Button>
    </BulkBox>
  )
}
