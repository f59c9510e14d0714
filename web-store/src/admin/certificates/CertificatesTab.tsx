import { useQuery } from '@tanstack/react-query'
import { CERTIFICATE_LAYOUTS, CertificateLook } from 'contract/certificates'
import { chakra } from '../../ui/chakra.ts'
import { Stack } from '../../ui/layout.tsx'
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
import { LookPreview } from './LookPreview.tsx'

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
