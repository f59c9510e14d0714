import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Help } from '../forms/form-parts.tsx'

type Props = {
  slug: string
  /** Names of the blocks that visitors will not see. */
  empty: readonly string[]
  onPublish: () => void
  onClose: () => void
}

/** Asks before a page takes the place of the front page, or of the page about the shop. */
export default function PublishPage({ slug, empty, onPublish, onClose }: Props) {
  const place = slug === 'home' ? 'front page' : 'page about your shop'
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onClose}
      title={`Replace the ${place}?`}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={onPublish}>Replace it</Button>
        </>
      }
    >
      <chakra.p>Visitors will see this page instead of the usual {place}. Withdraw brings the usual one back.</chakra.p>
      {empty.length > 0 && <Help mt="3">Empty, so not shown: {empty.join(', ')}.</Help>}
    </Dialog>
  )
}
