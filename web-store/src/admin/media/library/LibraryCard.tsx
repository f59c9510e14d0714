import { extensionOf } from 'contract/media/kinds'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { IconCheck, IconPlayerPlayFilled } from '../../../ui/icons.ts'
import { Card } from '../../../ui/layout.tsx'
import { Picture } from '../../../ui/Picture.tsx'
import { IconCopy, IconTrash } from '../../../ui/secondary-icons.ts'
import { slot } from '../../../ui/slot.tsx'
import { VisuallyHidden } from '../../../ui/text.tsx'
import { IconPencil, IconRefresh } from '../../host/admin-icons.ts'
import type { MediaItem } from '../media.queries.ts'
import { bytesText, lengthText, usedText, videoText } from './media-text.ts'
import { useCopyAddress } from './use-copy-address.ts'

export type OneFile = { item: MediaItem }

/** The button that processes a video in this browser. */
const PrepareVideo = slot<OneFile>(import.meta.glob('../../*/PrepareVideo.tsx'))

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

const Mark = chakra('label', {
  base: {
    position: 'absolute',
    left: '2',
    top: '2',
    display: 'grid',
    placeItems: 'center',
    w: '10',
    h: '10',
    borderRadius: 'l2',
    bg: 'bg.panel',
    boxShadow: 'sm',
    cursor: 'pointer',
    '& input': { w: '20px', h: '20px', cursor: 'pointer' },
  },
})

// Its buttons are at the foot, whatever is above them: beside other cards they make one line.
const Facts = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'start',
    flex: '1',
    gap: '0.5',
    minW: '0',
    p: '3.5',
    pt: '3',
    '& > *': { maxW: 'full', overflowWrap: 'anywhere' },
  },
})

/** The dialogs of one file. */
export type FileDialog = 'open' | 'rename' | 'delete' | 'uses' | 'replace'

type CardProps = {
  item: MediaItem
  marked: boolean
  onMark: (on: boolean) => void
  onDo: (is: FileDialog) => void
}

/** A video that the shop makes no other qualities of, so that this computer may. */
export const isUnprepared = ({ video }: MediaItem) => video?.state === 'original' || video?.state === 'failed'

/** A file with its facts, and what can be done with it. */
export function LibraryCard({ item, marked, onMark, onDo }: CardProps) {
  const { name, url, used_in } = item
  const { copied, copy } = useCopyAddress(url)
  return (
    <Card asChild display="flex" flexDirection="column" overflow="hidden">
      <article aria-label={name}>
        <chakra.div position="relative">
          <MediaThumb item={item} />
          <chakra.button
            type="button"
            position="absolute"
            inset="0"
            w="full"
            outlineOffset="-3px"
            cursor="zoom-in"
            aria-label={`Open ${name}`}
            onClick={() => onDo('open')}
          />
          <Mark>
            <input
              type="checkbox"
              aria-label={`Select ${name}`}
              checked={marked}
              onChange={({ currentTarget }) => onMark(currentTarget.checked)}
            />
          </Mark>
        </chakra.div>
        <Facts>
          <chakra.h3
            textStyle="sm"
            fontWeight="600"
            fontFamily="inherit"
            overflow="hidden"
            textOverflow="ellipsis"
            whiteSpace="nowrap"
            title={name}
          >
            {name}
          </chakra.h3>
          <chakra.p textStyle="xs" color="fg.subtle" fontVariantNumeric="tabular-nums">
            {factsText(item)}
          </chakra.p>
          {item.video && (
            <chakra.p textStyle="xs" color="fg.subtle" fontVariantNumeric="tabular-nums">
              {videoText(item.video)}
            </chakra.p>
          )}
          {used_in.length === 0 ? (
            <chakra.p textStyle="xs" color="fg.subtle">
              {usedText(0)}
            </chakra.p>
          ) : (
            <chakra.button
              type="button"
              textStyle="xs"
              color="action.fg"
              textAlign="start"
              minH="6"
              cursor="pointer"
              _hover={{ textDecoration: 'underline' }}
              onClick={() => onDo('uses')}
            >
              {usedText(used_in.length)}
              <VisuallyHidden> of {name}</VisuallyHidden>
            </chakra.button>
          )}
          {isUnprepared(item) && <PrepareVideo item={item} />}
          <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="0.5" w="full" mt="auto" pt="2">
            <Button
              size="sm"
              variant="outline"
              flex={{ base: '1 0 100%', md: '1' }}
              {...(copied && { bg: 'success.subtle', color: 'success.fg', borderColor: 'transparent' })}
              onClick={copy}
            >
              <Icon of={copied ? IconCheck : IconCopy} size={16} />
              <span aria-live="polite">{copied ? 'Copied' : 'Copy URL'}</span>
              <VisuallyHidden> of {name}</VisuallyHidden>
            </Button>
            <IconButton compact color="fg.muted" aria-label={`Rename ${name}`} onClick={() => onDo('rename')}>
              <Icon of={IconPencil} size={16} />
            </IconButton>
            <IconButton compact color="fg.muted" aria-label={`Replace ${name}`} onClick={() => onDo('replace')}>
              <Icon of={IconRefresh} size={16} />
            </IconButton>
            <IconButton
              compact
              color="fg.muted"
              _hover={{ color: 'danger.fg', bg: 'danger.subtle' }}
              aria-label={`Delete ${name}`}
              onClick={() => onDo('delete')}
            >
              <Icon of={IconTrash} size={16} />
            </IconButton>
          </chakra.div>
        </Facts>
      </article>
    </Card>
  )
}

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
        <FileKindTile url={url} />
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

/** Replaces the picture of a file without one: its extension, large. */
export function FileKindTile({ url }: { url: string }) {
  return (
    <chakra.div
      aspectRatio="16/9"
      display="grid"
      placeItems="center"
      bg="bg.subtle"
      color="fg.muted"
      textStyle="h3"
      letterSpacing="0.04em"
      textTransform="uppercase"
      aria-hidden
    >
      {extensionOf(url)}
    </chakra.div>
  )
}

function factsText({ bytes, width, height, paid, folder }: MediaItem): string {
  const sides = width && height ? `${width}×${height}` : ''
  const facts = [sides, bytesText(bytes), paid ? 'buyers only' : '', folder && `in ${folder}`]
  return facts.filter(Boolean).join(', ')
}
