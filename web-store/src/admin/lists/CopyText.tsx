import { CopyButton } from '../../shared/CopyButton.tsx'
import { usePlatform } from '../host/platform.tsx'

/** Copies `text` as the host does it: a window may not write to the clipboard by itself. */
export function CopyText(props: { text: string; of: string }) {
  const { copyText } = usePlatform()
  return <CopyButton {...props} by={copyText} />
}
