import type { WorkFile } from 'contract/assignments/hand-ins'
import { bytesText } from '../../../ui/bytes-text.ts'
import { chakra } from '../../../ui/chakra.ts'

/** A file of one's own, to open. */
export const WorkFileLink = ({ file: { name, url, bytes } }: { file: WorkFile }) => (
  <chakra.p overflowWrap="anywhere">
    <chakra.a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      color="action.fg"
      fontWeight="550"
      textDecoration="underline"
    >
      {name}
    </chakra.a>{' '}
    <chakra.span textStyle="sm" color="fg.muted" whiteSpace="nowrap">
      {bytesText(bytes)}
    </chakra.span>
  </chakra.p>
)
