import type { PublicLesson } from 'contract/courses/public-lesson'
import { t } from '../../language/text.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { fetchedFrom } from '../../ui/media-host.ts'
import { lessonSource } from '../courses/lesson-source.ts'
import { ownFrameHosts } from '../courses/own-frame-hosts.ts'

const Stage = chakra('div', {
  base: {
    aspectRatio: '16/9',
    bg: 'black',
    mb: '5',
    borderRadius: 'l1',
    overflow: 'hidden',
    '& > *': { display: 'block', w: 'full', h: 'full', border: '0' },
  },
})

/** The free lesson, played over its sales page. */
export default function PreviewDialog({ lesson, onClose }: { lesson: PublicLesson; onClose: () => void }) {
  const source = lessonSource(lesson.preview_link ?? '', ownFrameHosts())
  return (
    <Dialog open onClose={onClose} title={lesson.title} size="wide">
      {source.kind === 'video' || source.kind === 'frame' ? (
        <Stage>
          {source.kind === 'video' ? (
            // biome-ignore lint/a11y/useMediaCaption: lessons have no captions yet
            <video
              src={fetchedFrom(source.src)}
              aria-label={lesson.title}
              controls
              autoPlay
              playsInline
              controlsList="nodownload"
              onContextMenu={(event) => event.preventDefault()}
            />
          ) : (
            <iframe
              src={source.src}
              title={lesson.title}
              sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
              allow="fullscreen; encrypted-media; picture-in-picture"
              referrerPolicy="strict-origin-when-cross-origin"
            />
          )}
        </Stage>
      ) : (
        <chakra.p mb="5">
          <Button asChild>
            <a href={lesson.preview_link ?? ''} target="_blank" rel="noopener noreferrer">
              {t('Open this lesson in a new tab')}
            </a>
          </Button>
        </chakra.p>
      )}
    </Dialog>
  )
}
