import { t } from '../../../../language/text.ts'
import { ControlMenu } from './ControlMenu.tsx'
import { Key } from './control-parts.tsx'

type Language = { language: string; name: string }

type Props = {
  captions: readonly Language[]
  /** The one that is shown. */
  language: Language | undefined
  open: boolean
  onOpen: (open: boolean) => void
  onToggle: () => void
  /** Empty for none. */
  onChoose: (language: string) => void
}

const NONE = 'off'

/** Captions: on and off for one language, a list for several; nothing for a lesson without. */
export function CaptionsKey({ captions, language, open, onOpen, onToggle, onChoose }: Props) {
  const [only, ...others] = captions
  if (!only) return null
  if (others.length === 0) {
    return (
      <Key
        aria-label={t('CC captions, {language}', { language: only.name })}
        aria-pressed={language !== undefined}
        onClick={onToggle}
      >
        {t('CC')}
      </Key>
    )
  }
  return (
    <ControlMenu
      title={t('Captions')}
      label={t('CC captions, {language}', { language: language?.name ?? t('off') })}
      on={language !== undefined}
      open={open}
      onOpen={onOpen}
      choices={[
        { id: NONE, label: t('Off'), checked: language === undefined },
        ...captions.map((one) => ({ id: one.language, label: one.name, checked: one === language })),
      ]}
      onChoose={(id) => onChoose(id === NONE ? '' : id)}
    >
      {t('CC')}
    </ControlMenu>
  )
}
