import { extensionOf } from 'contract/media/kinds'
import { chakra } from '../../../ui/chakra.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconPlayerPlayFilled } from '../../../ui/icons.ts'
import { Picture } from '../../../ui/Picture.tsx'
import { VisuallyHidden } from '../../../ui/text.tsx'
import type { MediaItem } from '../media.queries.ts'
import { FileKindTile } from './media-columns.tsx'
import { lengthText } from './media-text.ts'

const Badge = chakra('span', {
  base: {
    position: 'absolute',
    left: '2.5',
    bottom: '2.5',
    display: 'flex',
    alignItems: 'center',
    gap: '1',
    h: '30px',
    px: '2',
    borderRadius: 'full',
    bg: '#14163F',
    color: 'white',
    textStyle: 'xs',
  },
})

const Film = chakra('div', {
  base: {
    aspectRatio: '16/9',
    bg: '#14163F',
    '& video': { display: 'block', w: 'full', h: 'full', objectFit: 'cover' },
  },
})

/** The file in small; of a video its first picture. */
export function MediaThumb({ item: { kind, url, paid, preview_url, seconds } }: { item: MediaItem }) {
  return (
    <chakra.div position="relative">
      {kind === 'image' ? (
        // A signed address has no narrower ones beside it.
        paid ? (
          <chakra.img src={preview_url} alt="" w="full" aspectRatio="16/9" objectFit="cover" />
        ) : (
          <Picture src={url} alt="" label="This image cannot be shown" place="card" />
        )
      ) : kind !== 'video' ? (
        <FileKindTile aria-hidden aspectRatio="16/9" textStyle="h3">
          {extensionOf(url)}
        </FileKindTile>
      ) : (
        <Film>
          <video src={`${preview_url}#t=0.1`} preload="metadata" muted playsInline tabIndex={-1} aria-hidden />
        </Film>
      )}
      {kind === 'video' && (
        <Badge>
          <Icon of={IconPlayerPlayFilled} size={16} />
          {seconds ? lengthText(seconds) : <VisuallyHidden>Video</VisuallyHidden>}
        </Badge>
      )}
    </chakra.div>
  )
}
