import { chakra } from '../../ui/chakra.ts'
import { Wrap } from '../../ui/layout.tsx'
import { H2 } from '../../ui/text.tsx'
import { textsWithKeys } from '../../ui/with-keys.ts'

const Step = chakra('li', {
  base: {
    display: { base: 'grid', md: 'block' },
    gridTemplateColumns: '44px 1fr',
    alignItems: 'center',
    py: { base: '3', md: '0' },
    borderTopWidth: { base: '1px', md: '0' },
    borderColor: 'border',
    fontWeight: '550',
    lineHeight: '1.4',
    overflowWrap: 'anywhere',
    '& b': {
      display: 'block',
      fontSize: { base: '2.5rem', md: '3.5rem' },
      lineHeight: '.9',
      fontWeight: '800',
      fontStretch: '78%',
      color: 'offer.fg',
      mb: { md: '2.5' },
    },
  },
})

/** The first steps of a student, numbered. */
export default function Start({ steps, heading }: { steps: string[]; heading: string }) {
  return (
    <Wrap>
      <H2>{heading}</H2>
      <chakra.ol
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0,1fr)', md: 'repeat(2,minmax(0,1fr))', lg: 'repeat(4,minmax(0,1fr))' }}
        gap={{ base: '0', md: '8' }}
      >
        {textsWithKeys(steps).map(({ key, entry: step, index }) => (
          <Step key={key}>
            <b aria-hidden="true">{index + 1}</b>
            <p>{step}</p>
          </Step>
        ))}
      </chakra.ol>
    </Wrap>
  )
}
