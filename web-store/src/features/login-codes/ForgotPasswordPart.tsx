import { deliveryDefaults } from 'contract/shop/brand'
import { useShop } from '../../content/brand.ts'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/text.tsx'

/** Leads who forgot the password to the login without one. */
export default function ForgotPasswordPart() {
  const { login_code: offered } = useShop('delivery', deliveryDefaults)
  if (!offered) return null
  return (
    <TextLink to={`${paths.login}?by=code`} justifySelf="center">
      {t('Get a code by email')}
    </TextLink>
  )
}
