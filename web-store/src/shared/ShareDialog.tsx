import { useState } from 'react'
import { inLanguage } from '../language/language.ts'
import { t } from '../language/text.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Icon } from '../ui/Icon.tsx'
import { outline } from '../ui/icon-drawing.ts'
import { IconCheck, IconShare } from '../ui/icons.ts'
import { Stack } from '../ui/layout.tsx'
import { IconCopy } from '../ui/secondary-icons.ts'
import { Text } from '../ui/text.tsx'
import { copyText } from './copy-text.ts'

const IconBrandWhatsapp = outline(
  'M3 21l1.65 -3.8a9 9 0 1 1 3.4 2.9l-5.05 .9M9 10a.5 .5 0 0 0 1 0v-1a.5 .5 0 0 0 -1 0v1a5 5 0 0 0 5 5h1a.5 .5 0 0 0 0 -1h-1a.5 .5 0 0 0 0 1',
)

export type Share = {
  title: string
  /** Text before the link. */
  text: string
  /** The page of the store that the link leads to. */
  path: string
}

/** The ways to send a friend a link: WhatsApp, whatever else the system offers, or a copy. */
export default function ShareDialog({ title, text, path, onClose }: Share & { onClose: () => void }) {
  const [copied, setCopied] = useState<boolean>()
  const url = window.location.origin + inLanguage(path)
  const toSystem = () => {
    // Closing the system's sheet returns here.
    navigator.share({ title: text, text, url }).then(onClose, () => undefined)
  }
  return (
    <Dialog open onClose={onClose} title={title}>
      <Stack gap="3" pb="5">
        <Button asChild full>
          <a
            href={`https://wa.me/?text=${encodeURIComponent(`${text} ${url}`)}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            <Icon of={IconBrandWhatsapp} />
            {t('WhatsApp')}
          </a>
        </Button>
        {'share' in navigator && (
          <Button variant="outline" full onClick={toSystem}>
            <Icon of={IconShare} />
            {t('Other apps')}
          </Button>
        )}
        <Button variant="outline" full onClick={() => void copyText(`${text} ${url}`).then(setCopied)}>
          <Icon of={copied ? IconCheck : IconCopy} />
          {t('Copy link')}
        </Button>
        <Text role="status" textStyle="sm" color="fg.muted" overflowWrap="anywhere">
          {copied === true && t('Copied. Paste it in any message.')}
          {copied === false && t('Copying is not allowed here. The link is {url}', { url })}
        </Text>
      </Stack>
    </Dialog>
  )
}
