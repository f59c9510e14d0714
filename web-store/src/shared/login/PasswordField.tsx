import { type ComponentProps, useState } from 'react'
import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { Field, type Input } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { IconEye, IconEyeOff } from '../../ui/secondary-icons.ts'

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
