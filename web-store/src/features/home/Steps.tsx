import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { Wrap } from '../../ui/layout.tsx'
import { H2, H3 } from '../../ui/text.tsx'

const steps = [
  [t('Pick a bundle'), t('Add one or more to the cart and apply a promo code if you have one.')],
  [t('Pay in rupees'), t('No account needed. We create it for you at checkout and log you in.')],
  [t('Start learning'), t('Lessons and downloads open at once in your dashboard. Earn coins as you go.')],
] as const

const Figure = chakra('span', {
  base: {
    fontSize: '2.75rem',
    fontWeight: '800',
    fontStretch: '78%',
    lineHeight: '.9',
    color: 'offer.fg',
    minW: '30px',
  },
})

/** Target of Learn More. */
export default function Steps() {
  return (
    <chakra.section
      id="how"
      bg="bg.panel"
      borderBlockWidth="1px"
      borderColor="border"
      py={{ base: '44px', md: '16' }}
      aria-labelledby="how-title"
    >
      <Wrap>
        <H2 id="how-title">{t('From this page to your first post')}</H2>
        <chakra.ol
          display="grid"
          gridTemplateColumns={{ base: '1fr', lg: 'repeat(3,1fr)' }}
          gap={{ base: '6', lg: '10' }}
          mt="8"
        >
          {steps.map(([title, text], index) => (
            <chakra.li key={title} display="grid" gridTemplateColumns="auto 1fr" gap="4">
              <Figure aria-hidden>{index + 1}</Figure>
              <div>
                <H3 mb="1.5">{title}</H3>
                <chakra.p color="fg.muted">{text}</chakra.p>
              </div>
            </chakra.li>
          ))}
        </chakra.ol>
      </Wrap>
    </chakra.section>
  )
}
