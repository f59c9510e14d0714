import { type ComponentProps, useState } from 'react'
import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { Field, type Input } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { outline } from '../../ui/icon-drawing.ts'
import { IconEye } from '../../ui/secondary-icons.ts'

const IconEyeOff = outline(
  'M10.585 10.587a2 2 0 0 0 2.829 2.828M16.681 16.673a8.717 8.717 0 0 1 -4.681 1.327c-3.6 0 -6.6 -2 -9 -6c1.272 -2.12 2.712 -3.678 4.32 -4.674m2.86 -1.146a9.055 9.055 0 0 1 1.82 -.18c3.6 0 6.6 2 9 6c-.666 1.11 -1.379 2.067 -2.138 2.87M3 3l18 18',
)

type PasswordFieldProps = {
  label: string
  error?: string | undefined
  help?: string
} & Omit<ComponentProps<typeof Input>, 'as' | 'type'>

/** A password that can be looked at while it is typed. Tell browsers what it is with `autoComplete`. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <chakra.div position="relative">
      <Field
        pe="12"
        spellCheck={false}
        translate="no"
        {...props}
        {...(shown ? { type: 'text', autoCapitalize: 'none' } : { type: 'password' })}
      />
      <IconButton
        position="absolute"
        top="26px"
        right="0"
        aria-pressed={shown}
        aria-label={t('Show what is typed')}
        onClick={() => setShown(!shown)}
      >
        <Icon of={shown ? IconEyeOff : IconEye} />
      </IconButton>
    </chakra.div>
  )
}
