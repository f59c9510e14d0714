import { extensionOf } from 'contract/media/kinds'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { IconCheck } from '../../../ui/icons.ts'
import { IconCopy, IconExternalLink } from '../../../ui/secondary-icons.ts'
import { usePlatform } from '../../host/platform.tsx'
import type { MediaItem } from '../media.queries.ts'
import { FileKindTile } from './media-columns.tsx'
import { useCopyAddress } from './use-copy-address.ts'

const Stage = chakra('div', {
  base: {
    display: 'grid',
    placeItems: 'center',
    bg: '#14163F',
    borderRadius: 'l2',
    overflow: 'hidden',
    '& iframe': { display: 'block', w: 'full', h: '62dvh', border: '0', bg: 'white' },
    '& audio': { w: 'full', my: '10', px: '4' },
    '& img, & video': { display: 'block', maxW: 'full', maxH: '62dvh', objectFit: 'contain' },
  },
})

/** Returns true if the browser shows PDFs itself, and the shop's files are of its own address: a window of ours is not. */
const canShowPdf = (address: string) =>
  navigator.pdfViewerEnabled && new URL(address, document.baseURI).origin === window.location.origin

/** A file in full: a picture as it was uploaded, what plays, and the pages of a PDF. */
export default function MediaView({ of, onClose }: { of: MediaItem; onClose: () => void }) {
  const { name, kind, url, preview_url } = of
  const platform = usePlatform()
  const { copied, copy } = useCopyAddress(url)
  return (
    <Dialog
      open
      size="wide"
      title={name}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={() => platform.openStorePage(preview_url)}>
            <Icon of={IconExternalLink} />
            Open in a new tab
          </Button>
          <Button onClick={copy}>
            <Icon of={copied ? IconCheck : IconCopy} />
            <span aria-live="polite">{copied ? 'Copied' : 'Copy URL'}</span>
          </Button>
        </>
      }
    >
      <Stage>
        {kind === 'image' ? (
          <img src={preview_url} alt={name} />
        ) : kind === 'audio' ? (
          // biome-ignore lint/a11y/useMediaCaption: the owner listens to a file of his own
          <audio src={preview_url} controls />
        ) : kind === 'pdf' && canShowPdf(preview_url) ? (
          <iframe src={preview_url} title={name} />
        ) : kind !== 'video' ? (
          <FileKindTile aria-hidden w="full" aspectRatio="16/9" textStyle="h3">
            {extensionOf(url)}
          </FileKindTile>
        ) : (
          // biome-ignore lint/a11y/useMediaCaption: the owner looks at a file of his own
          <video src={preview_url} controls playsInline />
        )}
      </Stage>
    </Dialog>
  )
}
