import type { LegalText } from 'contract/shop/people'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconExternalLink } from '../../ui/secondary-icons.ts'
import { VisuallyHidden } from '../../ui/text.tsx'
import { Help, Tools } from '../forms/form-parts.tsx'
import { usePlatform } from '../host/platform.tsx'
import { settingLabel } from './setting-labels.ts'
import { TextSetting } from './setting-parts.tsx'
import type { SettingsForm } from './settings-form.ts'

const Row = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '2.5',
    borderTopWidth: '1px',
    borderColor: 'border',
    pt: '3.5',
  },
})

/** One policy: the default text until the owner writes one. */
export function PolicyField({ of }: { of: LegalText }) {
  const name = `legal.${of}` as const
  const { watch, setValue, setFocus } = useFormContext<SettingsForm>()
  const { openStorePage } = usePlatform()
  const [isOwn, setOwn] = useState(false)
  const isWritten = watch(name).trim() !== ''
  // A text that arrives by Undo is own, too, and stays open while it is emptied.
  if (isWritten && !isOwn) setOwn(true)
  const label = settingLabel(name)
  const write = () => {
    setOwn(true)
    setTimeout(() => setFocus(name))
  }
  const leave = () => {
    setOwn(false)
    setValue(name, '', { shouldDirty: true })
  }
  return (
    <Row>
      {isOwn ? (
        <chakra.div w="full">
          <TextSetting name={name} optional rows={8} />
        </chakra.div>
      ) : (
        <div>
          <chakra.p textStyle="label">{label}</chakra.p>
          <Help>The default text is shown.</Help>
        </div>
      )}
      <Tools>
        <Button variant="ghost" size="sm" onClick={() => openStorePage(paths[of])}>
          <Icon of={IconExternalLink} size={16} />
          Read it
          <VisuallyHidden>: {label}</VisuallyHidden>
        </Button>
        <Button variant="outline" size="sm" onClick={isOwn ? leave : write}>
          {isOwn ? 'Use the default text' : 'Write my own'}
          <VisuallyHidden>: {label}</VisuallyHidden>
        </Button>
      </Tools>
    </Row>
  )
}
