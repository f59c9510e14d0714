import { useFormContext } from 'react-hook-form'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Logo } from '../../ui/Logo.tsx'
import { GroupLabel, Help, Tools } from '../forms/form-parts.tsx'
import { MediaTools } from '../forms/MediaTools.tsx'
import { PendingFile } from '../media/library/PendingFile.tsx'
import { uploadKeyOf } from '../media/queue/upload-reference.ts'
import type { SettingsForm } from './settings-form.ts'

const Frame = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    minH: '72px',
    px: '4',
    py: '3',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'l2',
    bg: 'bg.panel',
    overflow: 'hidden',
  },
})

/** The logo as the store shows it; without a picture that is the sign and the logo text. */
export function LogoField() {
  const { watch, setValue, formState } = useFormContext<SettingsForm>()
  const logo = watch('brand.logo') ?? ''
  const pending = uploadKeyOf(logo) !== undefined
  const set = (url: string) => setValue('brand.logo', url, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  return (
    <chakra.div display="grid" gap="2" role="group" aria-labelledby="logo" data-field="brand.logo">
      <GroupLabel id="logo">Logo</GroupLabel>
      <Frame>
        <Logo of={{ logo: pending ? '' : logo, logo_text: watch('brand.logo_text'), name: watch('brand.name') }} />
      </Frame>
      <Help>
        PNG, JPEG, WEBP or GIF, up to 5MB. A wide logo on a clear background looks best. Shown in your store, here and
        in emails.
      </Help>
      {pending && <PendingFile reference={logo} onRemove={() => set('')} />}
      <Tools>
        <MediaTools kind="image" of="for the logo" onUrls={([url = '']) => set(url)} />
        {logo && !pending && (
          <Button variant="ghost" size="sm" colorPalette="danger" onClick={() => set('')}>
            Remove logo
          </Button>
        )}
      </Tools>
    </chakra.div>
  )
}
