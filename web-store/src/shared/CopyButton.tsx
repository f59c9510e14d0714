import { t } from '../language/text.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconCheck } from '../ui/icons.ts'
import { IconCopy } from '../ui/secondary-icons.ts'
import { VisuallyHidden } from '../ui/text.tsx'
import { toast } from '../ui/toaster.ts'
import { copyText } from './copy-text.ts'
import { useCopied } from './use-copied.ts'

type CopyButtonProps = {
  text: string
  of: string
  /** Copies the text on this machine. */
  by?: (text: string) => Promise<boolean>
}

/** Copies `text`; `of` says what it is to screen readers. Shows a check for 2 s. */
export function CopyButton({ text, of, by = copyText }: CopyButtonProps) {
  const { copied, say } = useCopied()
  const copy = async () => {
    if (await by(text)) say()
    else toast.error(t('Copying is not allowed here. Please select the text and copy it.'))
  }
  return (
    <Button size="sm" variant="outline" onClick={copy}>
      <Icon of={copied ? IconCheck : IconCopy} size={16} />
      <span aria-live="polite">{copied ? t('Copied') : t('Copy')}</span>
      <VisuallyHidden> {of}</VisuallyHidden>
    </Button>
  )
}
