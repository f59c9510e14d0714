import { useEffect, useState } from 'react'
import { t } from '../../../language/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconExternalLink } from '../../../ui/secondary-icons.ts'
import type { StageProps } from '../lesson/stage-parts.tsx'
import { usePageVisible } from './LessonFrame.tsx'

/** Returns true where a frame shows a whole PDF. Phones show its first page at most; their own viewer opens the rest. */
export const canReadPdfs = (): boolean => navigator.pdfViewerEnabled && window.matchMedia('(pointer: fine)').matches

const Pages = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateRows: 'minmax(0, 1fr) auto',
    h: 'full',
    bg: 'bg.panel',
    '& > iframe': { display: 'block', w: 'full', h: 'full', border: '0' },
    '& > a': { justifySelf: 'end', m: '1' },
  },
})

/** Shows a PDF of the shop to read. It counts as watched while it is open on a visible page. */
export function LessonPdf({
  href,
  title,
  onWatching,
}: Pick<StageProps, 'onWatching'> & { href: string; title: string }) {
  // The first address: one that is signed anew would reload the frame.
  const [address] = useState(href)
  const visible = usePageVisible()
  useEffect(() => {
    onWatching(visible)
    return () => onWatching(false)
  }, [visible, onWatching])
  return (
    <Pages>
      {/* Without a sandbox, in which browsers show no PDF. The file is ours, and nothing in it can run. */}
      <iframe src={address} title={title} />
      <Button asChild variant="ghost" size="sm">
        <a href={href} target="_blank" rel="noopener noreferrer">
          <Icon of={IconExternalLink} size={16} />
          {t('Open this lesson in a new tab')}
        </a>
      </Button>
    </Pages>
  )
}
