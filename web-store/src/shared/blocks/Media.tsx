import type { ShownSettings } from 'contract/pages/blocks'
import { chakra } from '../../ui/chakra.ts'
import { Wrap } from '../../ui/layout.tsx'
import { fetchedFrom } from '../../ui/media-host.ts'
import { Picture } from '../../ui/Picture.tsx'
import { H2 } from '../../ui/text.tsx'

const Frame = chakra('div', {
  base: { borderRadius: 'l3', overflow: 'hidden', '& video': { display: 'block', w: 'full' } },
})

type Props = { settings: ShownSettings['media']; top: boolean }

/** An image or a video, with words beside or below it. */
export default function Media({ settings: { heading, text, image, video, side }, top }: Props) {
  const isWhole = side === 'whole' || (!heading && !text)
  const shown = (
    <Frame order={{ lg: side === 'left' ? '-1' : undefined }}>
      {video ? (
        // biome-ignore lint/a11y/useMediaCaption: videos of a page have no captions in the library
        <video
          controls
          preload="none"
          playsInline
          src={fetchedFrom(video)}
          poster={image.src ? fetchedFrom(image.src) : undefined}
          aria-label={image.alt || heading}
          style={{ aspectRatio: '16/9' }}
        />
      ) : (
        <Picture src={image.src} alt={image.alt} place={isWhole ? 'whole' : 'half'} eager={top} />
      )}
    </Frame>
  )
  return (
    <Wrap
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: isWhole ? 'minmax(0,1fr)' : 'minmax(0,1fr) minmax(0,1fr)' }}
      columnGap="14"
      rowGap="6"
      alignItems="center"
    >
      {(heading || text) && (
        <div>
          {heading && <H2 overflowWrap="anywhere">{heading}</H2>}
          {text && (
            <chakra.p mt="4" whiteSpace="pre-line" overflowWrap="anywhere" maxW="62ch">
              {text}
            </chakra.p>
          )}
        </div>
      )}
      {(image.src || video) && shown}
    </Wrap>
  )
}
