import type { ShownSettings } from 'contract/pages/blocks'
import { socialDefaults } from 'contract/shop/look'
import { useShop } from '../../content/brand.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Wrap } from '../../ui/layout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { SignText } from '../../ui/text.tsx'
import { PageLink } from './PageLink.tsx'

const Headline = chakra('h1', { base: { textStyle: 'display', whiteSpace: 'pre-line', overflowWrap: 'anywhere' } })

const Frame = chakra('div', {
  base: {
    w: 'full',
    border: '4px solid #FFE9B3',
    borderRadius: '4px',
    boxShadow: '0 10px 0 -4px #2A2D70',
    overflow: 'hidden',
  },
})

const Face = chakra('div', {
  base: {
    w: { base: '104px', md: '128px' },
    border: '4px solid #FFE9B3',
    borderRadius: 'full',
    overflow: 'hidden',
    mb: '4',
  },
})

const Profile = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minH: '11',
    px: '4',
    borderWidth: '1px',
    borderColor: 'stage.border',
    borderRadius: 'l2',
    bg: 'stage.raised',
    fontWeight: '600',
  },
})

const sites = {
  instagram: 'Instagram',
  youtube: 'YouTube',
  facebook: 'Facebook',
  telegram: 'Telegram',
  whatsapp: 'WhatsApp',
}

function Profiles() {
  const social = useShop('social', socialDefaults)
  const own = Object.entries(sites).filter(([site]) => social[site as keyof typeof sites])
  if (own.length === 0) return null
  return (
    <chakra.ul display="flex" flexWrap="wrap" justifyContent="center" gap="2.5" mt="5">
      {own.map(([site, name]) => (
        <li key={site}>
          <Profile href={social[site as keyof typeof sites]} rel="me noopener" target="_blank">
            {name}
          </Profile>
        </li>
      ))}
    </chakra.ul>
  )
}

type Props = { settings: ShownSettings['hero']; top: boolean }

/** The headline with painted words, up to two ways in, and an image beside it or as a face above it. */
export function Hero({ settings, top }: Props) {
  const { heading, text, image, layout, first, second, social } = settings
  const isCentred = layout === 'centred'
  const actions = [first, second].filter(({ label, to }) => label && to)
  const beside = !isCentred && image.src !== ''
  return (
    <Wrap
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: beside ? 'minmax(0,1.02fr) minmax(0,1fr)' : 'minmax(0,1fr)' }}
      columnGap="14"
      rowGap="8"
      alignItems="center"
      py={{ base: '11', md: '16' }}
    >
      <chakra.div
        display="grid"
        justifyItems={isCentred ? 'center' : 'start'}
        textAlign={isCentred ? 'center' : 'start'}
        maxW={isCentred ? '46em' : undefined}
        mx={isCentred ? 'auto' : undefined}
      >
        {isCentred && image.src && (
          <Face>
            <Picture src={image.src} alt={image.alt} place="thumb" ratio="1/1" eager={top} />
          </Face>
        )}
        {heading && (
          <Headline as={top ? 'h1' : 'h2'}>
            {heading.split('*').map((words, at) => (at % 2 ? <SignText key={words}>{words}</SignText> : words))}
          </Headline>
        )}
        {text && (
          <chakra.p
            textStyle="lead"
            color="stage.muted"
            maxW="31em"
            mt={{ base: '4', md: '22px' }}
            whiteSpace="pre-line"
            overflowWrap="anywhere"
          >
            {text}
          </chakra.p>
        )}
        {actions.length > 0 && (
          <chakra.div
            display="flex"
            flexWrap="wrap"
            justifyContent={isCentred ? 'center' : 'start'}
            gap={{ base: '2.5', md: '3.5' }}
            mt={{ base: '22px', md: '30px' }}
          >
            {actions.map(({ label, to }, at) => (
              <Button key={label} asChild variant={at === 0 ? 'buy' : 'outline'} size="lg">
                <PageLink to={to}>{label}</PageLink>
              </Button>
            ))}
          </chakra.div>
        )}
        {social && <Profiles />}
      </chakra.div>
      {beside && (
        <Frame>
          <Picture src={image.src} alt={image.alt} place="half" eager={top} />
        </Frame>
      )}
    </Wrap>
  )
}
