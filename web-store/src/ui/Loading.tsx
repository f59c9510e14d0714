import { t } from '../language/text.ts'
import { Skeleton, Wrap } from './layout.tsx'
import { VisuallyHidden } from './text.tsx'

/** Takes the room of a page or a part of it while its file or its data load: a status with its text. One element with gaps: every page carries it. */
export const Loading = ({ text = t('Loading...'), minH = '100dvh' }: { text?: string; minH?: string }) => (
  <Wrap role="status">
    <VisuallyHidden>{text}</VisuallyHidden>
    <Skeleton style={{ height: minH }} mask="repeating-linear-gradient(#000 0 220px,#0000 0 240px)" />
  </Wrap>
)
