import { useState } from 'react'
import { inLanguage } from '../language/language.ts'
import { t } from '../language/text.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconCheck, IconShare } from '../ui/icons.ts'
import { Stack } from '../ui/layout.tsx'
import { IconCopy } from '../ui/secondary-icons.ts'
import { Text } from '../ui/text.tsx'
import { IconBrandWhatsapp } from './brand-whatsapp.ts'
import { copyText } from './copy-text.ts'

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
