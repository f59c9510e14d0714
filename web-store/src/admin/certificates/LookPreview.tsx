import type { CertificateLayout, CertificateLook } from 'contract/certificates'
import { useBrand } from '../../content/brand.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { chakra } from '../../ui/chakra.ts'
import { dateText } from '../../ui/format.ts'
import { fetchedFrom } from '../../ui/media-host.ts'

/** A sheet of A4 across; sizes follow its width, and colours are those of the paper in both themes. */
const Sheet = chakra('div', {
  base: {
    containerType: 'inline-size',
    position: 'relative',
    aspectRatio: '842/595',
    overflow: 'hidden',
    borderRadius: 'l1',
    boxShadow: 'sm',
    color: '#15173A',
    userSelect: 'none',
    '& [data-awning]': {
      position: 'absolute',
      inset: '0 0 auto',
      h: '3.2cqi',
      bg: 'repeating-linear-gradient(90deg,#FFB81C 0 2.94cqi,#FFE9B3 0 5.88cqi)',
      mask: 'radial-gradient(50% 46% at 50% 54%,#000 96%,#0000) 0 0/2.94cqi 100%,linear-gradient(#000 0 0) 0 0/100% 50% no-repeat',
    },
    '& p': { overflowWrap: 'anywhere' },
    '& [data-code]': {
      bg: 'repeating-conic-gradient(#15173A 0 25%,#FFFFFF 0 50%) 0 0/1.6cqi 1.6cqi',
      aspectRatio: '1',
      borderWidth: '.8cqi',
      borderColor: '#15173A',
    },
    '& [data-small]': { fontSize: '1.5cqi', color: '#4A4E6E' },
    '&[data-layout=framed]': { bg: '#FFFDF7' },
    '&[data-layout=panel]': { bg: 'linear-gradient(90deg,#FFFFFF 69.1%,#14163F 0)' },
  },
})

const Frame = chakra('div', {
  base: {
    position: 'absolute',
    inset: '8% 3.5% 5%',
    outline: '.2cqi solid #2B3390',
    boxShadow: 'inset 0 0 0 .7cqi #FFFDF7, inset 0 0 0 .8cqi #FFB81C',
  },
})

const At = chakra('div', { base: { position: 'absolute', display: 'grid', lineHeight: '1.25' } })

type Props = { look: CertificateLook; layout: CertificateLayout }

/** Draws the certificate of an invented student in a layout, as small as its place. */
export function LookPreview({ look, layout }: Props) {
  const { name } = useBrand()
  const isPanel = layout === 'panel'
  const signed = <Signed look={look} />
  const date = (
    <chakra.p fontSize="1.9cqi" fontWeight="700">
      {dateText(shopNow())}
    </chakra.p>
  )
  return (
    <Sheet data-layout={layout} aria-hidden>
      {!isPanel && <Frame />}
      <div data-awning />
      <At
        insetInlineStart={isPanel ? '5.7%' : '11%'}
        insetInlineEnd={isPanel ? '36%' : '11%'}
        top={isPanel ? '9%' : '14%'}
        textAlign={isPanel ? 'start' : 'center'}
        gap="1.2cqi"
      >
        <chakra.p fontSize="2.3cqi" fontWeight="700" color="#2B3390" truncate>
          {name}
        </chakra.p>
        <chakra.p fontSize={isPanel ? '3.4cqi' : '2cqi'} fontWeight="700" color={isPanel ? '#B8165C' : '#9A5F00'}>
          Certificate of completion
        </chakra.p>
        <p data-small>This is to certify that</p>
        <chakra.p fontSize="5cqi" fontWeight="700" color={isPanel ? '#2B3390' : '#15173A'}>
          Priya Shrivastava
        </chakra.p>
        <p data-small>has completed the course</p>
        <chakra.p fontSize="3cqi" fontWeight="700" color={isPanel ? '#15173A' : '#2B3390'}>
          Your course
        </chakra.p>
      </At>
      {isPanel ? (
        <>
          <At insetInlineStart="5.7%" bottom="7%" w="27%">
            {signed}
          </At>
          <At insetInlineStart="36.5%" bottom="11.5%" w="27%">
            {date}
            <chakra.p data-small borderTopWidth=".15cqi" borderColor="#8B90B5" pt=".6cqi">
              Issued on
            </chakra.p>
          </At>
          <At insetInlineStart="79%" w="12%" top="54%" p="1.2cqi" bg="white" borderRadius=".7cqi">
            <div data-code />
          </At>
          <At insetInlineStart="80%" w="10%" top="23%" aspectRatio="1" borderRadius="full" bg="#FFB81C" />
        </>
      ) : (
        <>
          <At insetInlineStart="11%" bottom="16%">
            <p data-small>Issued on</p>
            {date}
          </At>
          <At insetInlineStart="49%" bottom="12%" w="25%">
            {signed}
          </At>
          <At insetInlineEnd="11%" bottom="12%" w="10%">
            <div data-code />
          </At>
        </>
      )}
    </Sheet>
  )
}

/** Draws who signs: the teacher of a course where nobody is named. */
function Signed({ look: { signature, signatory, signatory_title } }: { look: CertificateLook }) {
  return (
    <>
      {signature && (
        <chakra.img
          src={fetchedFrom(signature)}
          alt=""
          maxH="6cqi"
          maxW="86%"
          objectFit="contain"
          objectPosition="left bottom"
          filter="grayscale(1) contrast(1.6) brightness(1.15)"
          mixBlendMode="multiply"
        />
      )}
      <chakra.p fontSize="1.7cqi" fontWeight="700" borderTopWidth=".15cqi" borderColor="#8B90B5" pt=".5cqi">
        {signatory || 'Name of the teacher'}
      </chakra.p>
      <p data-small>{signatory ? signatory_title : 'Teacher of the course'}</p>
    </>
  )
}
