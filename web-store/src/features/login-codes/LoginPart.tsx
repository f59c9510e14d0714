import { deliveryDefaults } from 'contract/shop/brand'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useShop } from '../../content/brand.ts'
import { t } from '../../language/text.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { later } from '../../ui/later.tsx'

const CodeForm = later(() => import('./CodeForm.tsx'))

type LoginPartProps = {
  email: string
  onSignedIn: (how: { mustChangePassword: boolean }) => void
  /** The form of the password. */
  children: ReactNode
}

/** Offers a code by email beside the password, where the shop has it. */
export default function LoginPart({ email, onSignedIn, children }: LoginPartProps) {
  const { login_code: offered } = useShop('delivery', deliveryDefaults)
  const [search] = useSearchParams()
  const [byCode, setByCode] = useState(search.get('by') === 'code')
  if (!offered) return children
  return (
    <chakra.div display="grid" gap="3">
      {byCode ? <CodeForm email={email} onSignedIn={onSignedIn} /> : children}
      <Button type="button" variant="outline" full onClick={() => setByCode(!byCode)}>
        {byCode ? t('Use the password') : t('Get a code by email')}
      </Button>
    </chakra.div>
  )
}
