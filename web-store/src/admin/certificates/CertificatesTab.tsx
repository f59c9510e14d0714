import { useQuery } from '@tanstack/react-query'
import { CERTIFICATE_LAYOUTS, type CertificateLayout, CertificateLook } from 'contract/certificates'
import { useBrand } from '../../content/brand.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { chakra } from '../../ui/chakra.ts'
import { dateText } from '../../ui/format.ts'
import { Stack } from '../../ui/layout.tsx'
import { fetchedFrom } from '../../ui/media-host.ts'
import { Tools } from '../forms/form-parts.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { useMe } from '../host/me.queries.ts'
import { useFailureToast } from '../host/use-failure-toast.ts'
import { choice, text } from '../kit/fields.tsx'
import { FormCard, SaveButton, useForm } from '../kit/form.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { DownloadButton } from '../lists/DownloadButton.tsx'
import { TabHead } from '../lists/TabHead.tsx'
import { FileField } from '../media/library/FileField.tsx'
import { Certificates } from './Certificates.tsx'

const FAILED = 'Failed to load the look of certificates'

/** Edits the look of the next certificates, and lists those that were issued. */
export default function CertificatesTab() {
  const query = useQuery({ ...adminApi.certificates.look.queryOptions(), staleTime: 0 })
  const { data: me } = useMe()
  useFailureToast(query.error, FAILED)
  return (
    <Stack gap="5" maxW="1120px" mx="auto">
      <TabHead title="Certificates" />
      <Loaded query={query} failed={FAILED} height="560px">
        {({ look }) => <LookForm look={look} />}
      </Loaded>
      {/* An editor may not read who got one. */}
      {me?.role === 'owner' && <Certificates />}
    </Stack>
  )
}

const labels = { framed: 'Framed', panel: 'Side panel' }

const Option = chakra('label', {
  base: {
    position: 'relative',
    display: 'grid',
    gap: '2.5',
    p: '3',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'l2',
    bg: 'bg.subtle',
    cursor: 'pointer',
    '&:has(:checked)': { borderColor: 'action.fg', boxShadow: 'inset 0 0 0 1px {colors.action.fg}' },
    '&:has(:focus-visible)': { outline: '3px solid', outlineColor: 'action.focusRing', outlineOffset: '2px' },
    '& span': { display: 'flex', gap: '2.5', alignItems: 'center', fontWeight: '600' },
  },
})

const fields = {
  layout: choice('Layout', Object.entries(labels)),
  signatory: text('Who signs', {
    unmarked: true,
    help: 'Leave it empty to print the teacher of each course.',
    maxLength: 60,
  }),
  signatory_title: text('Title', {
    unmarked: true,
    help: 'Printed below the name, such as Founder.',
    maxLength: 60,
  }),
  signature: text('Signature'),
}

const Look = CertificateLook.refine(({ signature, signatory }) => !signature || signatory, {
  path: ['signatory'],
  error: 'Enter the name of who signs beside the signature',
})

/** Edits layout and signature of the certificates that are issued from now on; each layout is its own preview. */
function LookForm({ look }: { look: CertificateLook | null }) {
  const form = useForm(adminApi.certificates.setLook, fields, {
    draft: 'certificate-look',
    begun: look ?? {},
    schema: Look,
    stored: (answer) => answer.look ?? {},
    failed: 'Failed to save the look of certificates',
    fallback: 'It was not saved. Please try again.',
    done: 'The next certificates have this look',
  })
  const typed = form.values as CertificateLook
  return (
    <FormCard
      form={form}
      title="Layout and signature"
      below="For certificates that are issued from now on. Those that students have stay as they are."
      layout={[
        <Stack
          key="layout"
          role="radiogroup"
          aria-label="Layout"
          gap="3.5"
          gridTemplateColumns={{ base: 'minmax(0,1fr)', md: 'repeat(2,minmax(0,1fr))' }}
        >
          {CERTIFICATE_LAYOUTS.map((layout) => (
            <Option key={layout}>
              <LookPreview look={typed} layout={layout} />
              <span>
                <input
                  type="radio"
                  name="layout"
                  checked={typed.layout === layout}
                  onChange={() => form.put({ layout })}
                />
                {labels[layout]}
              </span>
            </Option>
          ))}
        </Stack>,
        ['signatory', 'signatory_title'],
        <FileField
          key="signature"
          kind="image"
          unseen
          label="Signature"
          help="Sign on white paper and photograph it from above, in good light. The paper is cut away. Leave it empty to print the name alone."
          url={typed.signature}
          error={form.errorOf('signature')}
          onUrl={(signature) => form.put({ signature })}
        />,
      ]}
    >
      <Tools gap="2.5" justifyContent="end">
        <DownloadButton
          read={() => adminClient.certificates.sample(typed)}
          failed="Not downloaded"
          busyText="Drawing..."
        >
          Download a sample
        </DownloadButton>
        <SaveButton of={form} always>
          Save
        </SaveButton>
      </Tools>
    </FormCard>
  )
}

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
function LookPreview({ look, layout }: Props) {
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
