import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Logo } from '../../ui/Logo.tsx'
import { Stack } from '../../ui/layout.tsx'
import { GroupLabel, Help, Tools } from '../forms/form-parts.tsx'
import { PendingFile } from '../media/library/PendingFile.tsx'
import { MediaTools } from '../media/MediaTools.tsx'
import { uploadKeyOf } from '../media/queue/upload-reference.ts'
import { settingLabel } from './setting-labels.ts'
import type { SettingsForm } from './settings-form.ts'

const Frame = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '4',
    minH: '72px',
    px: '4',
    py: '3',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'l2',
    bg: 'bg.panel',
    overflow: 'hidden',
    '& img[data-icon]': { w: '10', h: '10', objectFit: 'contain', bg: 'white', borderRadius: 'l1' },
  },
})

/** The logo as the store shows it; without a picture that is the sign and the logo text. */
export function LogoField() {
  const { watch } = useFormContext<SettingsForm>()
  const logo = watch('brand.logo') ?? ''
  const shown = uploadKeyOf(logo) === undefined ? logo : ''
  return (
    <PictureField
      name="brand.logo"
      of="logo"
      help="PNG, JPEG, WEBP or GIF, up to 5MB. A wide logo on a clear background looks best. Shown in your store, here and in emails."
    >
      <Logo of={{ logo: shown, logo_text: watch('brand.logo_text'), name: watch('brand.name') }} />
    </PictureField>
  )
}

/** The picture of the browser's tab and of the phone's home screen; without one, those show the logo. */
export function IconField() {
  const { watch } = useFormContext<SettingsForm>()
  const icon = watch('look.icon') ?? ''
  return (
    <PictureField
      name="look.icon"
      of="icon"
      help="A square picture of at least 512 × 512 pixels. Shown in the browser’s tab and on the phone’s home screen; without one, your logo is."
    >
      {icon && uploadKeyOf(icon) === undefined && <img data-icon alt="" src={icon} />}
      <span>{icon ? 'Your icon' : 'Made of your logo'}</span>
    </PictureField>
  )
}

type PictureFieldProps = {
  name: 'brand.logo' | 'look.icon'
  of: string
  help: string
  children: ReactNode
}

function PictureField({ name, of, help, children }: PictureFieldProps) {
  const { watch, setValue, formState } = useFormContext<SettingsForm>()
  const address = watch(name) ?? ''
  const pending = uploadKeyOf(address) !== undefined
  const set = (url: string) => setValue(name, url, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  return (
    <Stack gap="2" role="group" aria-labelledby={of} data-field={name}>
      <GroupLabel id={of}>{settingLabel(name)}</GroupLabel>
      <Frame>{children}</Frame>
      <Help>{help}</Help>
      {pending && <PendingFile reference={address} onRemove={() => set('')} />}
      <Tools>
        <MediaTools kind="image" of={`for the ${of}`} onUrls={([url = '']) => set(url)} />
        {address && !pending && (
          <Button variant="ghost" size="sm" colorPalette="danger" onClick={() => set('')}>
            Remove {of}
          </Button>
        )}
      </Tools>
    </Stack>
  )
}
