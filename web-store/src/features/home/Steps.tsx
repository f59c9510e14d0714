import { homeDefaults } from 'contract/shop/home'
import { useShop } from '../../content/brand.ts'
import { chakra } from '../../ui/chakra.ts'
import { Wrap } from '../../ui/layout.tsx'
import { H2, H3 } from '../../ui/text.tsx'

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

/** Shows the owner's steps from here to the first lesson; nothing without any. Target of Learn More. */
export default function Steps() {
  const { steps, steps_heading } = useShop('home', homeDefaults)
  if (steps.length === 0) return null
  return (
    <chakra.section
      id="how"
      bg="bg.panel"
      borderBlockWidth="1px"
      borderColor="border"
      py={{ base: '44px', md: '16' }}
      {...(steps_heading && { 'aria-labelledby': 'how-title' })}
    >
      <Wrap>
        {steps_heading && (
          <H2 id="how-title" mb="8">
            {steps_heading}
          </H2>
        )}
        <chakra.ol
          display="grid"
          gridTemplateColumns={{ base: '1fr', lg: 'repeat(3,1fr)' }}
          gap={{ base: '6', lg: '10' }}
        >
          {steps.map(({ title, text }, index) => (
            <chakra.li key={title} display="grid" gridTemplateColumns="auto 1fr" gap="4">
              <Figure aria-hidden>{index + 1}</Figure>
              <div>
                <H3 mb={text ? '1.5' : undefined}>{title}</H3>
                {text && <chakra.p color="fg.muted">{text}</chakra.p>}
              </div>
            </chakra.li>
          ))}
        </chakra.ol>
      </Wrap>
    </chakra.section>
  )
}
