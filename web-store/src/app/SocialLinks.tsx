import { socialDefaults } from 'contract/shop/look'
import { useShop } from '../content/brand.ts'
import { chakra } from '../ui/chakra.ts'

const names = {
  instagram: 'Instagram',
  youtube: 'YouTube',
  facebook: 'Facebook',
  telegram: 'Telegram',
  whatsapp: 'WhatsApp',
}

const Profile = chakra('a', { base: { py: '2', _hover: { color: 'white' } } })

/** Links the profiles of the shop; nothing without any. */
export default function SocialLinks() {
  const social = useShop('social', socialDefaults)
  const own = Object.entries(names).filter(([site]) => social[site as keyof typeof names])
  return own.map(([site, name]) => (
    <Profile key={site} href={social[site as keyof typeof names]} rel="me noopener" target="_blank" me="6">
      {name}
    </Profile>
  ))
}
