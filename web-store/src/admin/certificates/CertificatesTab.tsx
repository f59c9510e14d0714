import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CERTIFICATE_LAYOUTS, CertificateLook } from 'contract/certificates'
import { useId, useState } from 'react'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { fieldErrors } from '../../shared/forms/use-action-form.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { later } from '../../ui/later.tsx'
import { Card, Stack } from '../../ui/layout.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { VisuallyHidden } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem, GroupLabel, Help, Tools, Two } from '../forms/form-parts.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { IconPhoto } from '../host/admin-icons.ts'
import { useMe } from '../host/me.queries.ts'
import { useFailureToast } from '../host/use-failure-toast.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { TabHead } from '../lists/TabHead.tsx'
import { Certificates } from './Certificates.tsx'
import { LookPreview } from './LookPreview.tsx'

const FAILED = 'Failed to load the look of certificates'

/** Edits the look of the next certificates, and lists those that were issued. */
export default function CertificatesTab() {
  const { data, error, refetch } = useQuery({ ...adminApi.certificates.look.queryOptions(), staleTime: 0 })
  const { data: me } = useMe()
  useFailureToast(error, FAILED)
  return (
    <Stack gap="5" maxW="1120px" mx="auto">
      <TabHead title="Certificates" />
      {data ? (
        <LookForm look={data.look} />
      ) : error ? (
        <ErrorState title={FAILED} error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
      {/* An editor may not read who got one. */}
      {me?.role === 'owner' && <Certificates />}
    </Stack>
  )
}

const MediaPicker = later(() => import('../media/library/MediaPicker.tsx'))

const NONE: CertificateLook = { layout: 'framed', signatory: '', signatory_title: '', signature: '' }
const FIELDS = Object.keys(NONE)
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

/** Edits layout and signature of the certificates that are issued from now on; each layout is its own preview. */
function LookForm({ look }: { look: CertificateLook | null }) {
  const queries = useQueryClient()
  const id = useId()
  const form = useActionForm({
    name: 'certificate-look',
    begun: look ?? NONE,
    parse: (values) => CertificateLook.safeParse(values),
    check: ({ signature, signatory }) => ({
      signatory: signature && !signatory.trim() ? 'Enter the name of who signs beside the signature' : undefined,
    }),
    send: (body) => adminClient.certificates.setLook(body),
    stored: (answer) => answer.look,
    failed: 'Failed to save the look of certificates',
    fallback: 'It was not saved. Please try again.',
    fieldsOf: (error) => fieldErrors(error, FIELDS),
    onDone: (answer) => {
      toast.success('The next certificates have this look')
      queries.setQueryData(adminApi.certificates.look.queryOptions().queryKey, answer)
    },
  })
  const { values } = form
  return (
    <Card asChild padded display="grid" gap="5">
      <form method="post" noValidate onSubmit={form.submit} aria-labelledby={id}>
        <div>
          <chakra.h2 id={id} textStyle="h3" fontSize="1.375rem">
            Layout and signature
          </chakra.h2>
          <Help>For certificates that are issued from now on. Those that students have stay as they are.</Help>
        </div>
        <Stack
          role="radiogroup"
          aria-label="Layout"
          gap="3.5"
          gridTemplateColumns={{ base: 'minmax(0,1fr)', md: 'repeat(2,minmax(0,1fr))' }}
        >
          {CERTIFICATE_LAYOUTS.map((layout) => (
            <Option key={layout}>
              <LookPreview look={values} layout={layout} />
              <span>
                <input
                  type="radio"
                  name="layout"
                  checked={values.layout === layout}
                  onChange={() => form.put({ layout })}
                />
                {labels[layout]}
              </span>
            </Option>
          ))}
        </Stack>
        <Two>
          <Field
            label="Who signs"
            help="Leave it empty to print the teacher of each course."
            maxLength={60}
            {...form.field('signatory')}
          />
          <Field
            label="Title"
            help="Printed below the name, such as Founder."
            maxLength={60}
            {...form.field('signatory_title')}
          />
        </Two>
        <SignatureField
          url={values.signature}
          error={form.errorOf('signature')}
          onUrl={(signature) => form.put({ signature })}
        />
        {form.problem && <FieldProblem>{form.problem}</FieldProblem>}
        <chakra.div display="flex" flexWrap="wrap" gap="2.5" justifyContent="end">
          <Sample look={values} />
          <Button type="submit" busy={form.isPending} busyText="Saving...">
            Save
          </Button>
        </chakra.div>
      </form>
    </Card>
  )
}

type SignatureProps = { url: string; error: string | undefined; onUrl: (url: string) => void }

function SignatureField({ url, error, onUrl }: SignatureProps) {
  const id = useId()
  const [picking, setPicking] = useState(false)
  return (
    <Stack gap="2.5" role="group" aria-labelledby={id}>
      <GroupLabel
        id={id}
        help="Sign on white paper and photograph it from above, in good light. The paper is cut away. Leave it empty to print the name alone."
      >
        Signature
      </GroupLabel>
      {error && <FieldProblem>{error}</FieldProblem>}
      <Tools>
        <Button size="sm" variant="outline" onClick={() => setPicking(true)}>
          <Icon of={IconPhoto} size={16} />
          {url ? 'Change' : 'Choose'}
          <VisuallyHidden> signature</VisuallyHidden>
        </Button>
        {url && (
          <Button size="sm" variant="ghost" colorPalette="danger" onClick={() => onUrl('')}>
            Remove<VisuallyHidden> signature</VisuallyHidden>
          </Button>
        )}
      </Tools>
      {picking && (
        <MediaPicker
          kind="image"
          onPick={(item) => {
            setPicking(false)
            onUrl(item.url)
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </Stack>
  )
}

function Sample({ look }: { look: CertificateLook }) {
  const { mutate, isPending } = useSubmission({
    mutationFn: () => adminClient.certificates.sample(look),
    onSuccess: (file) => saveFile(file.name, file),
    onError: (error) => {
      toast.error('Not downloaded', { description: errorText(error, 'Please try again.'), id: 'certificate-sample' })
    },
  })
  return (
    <Button variant="outline" busy={isPending} busyText="Drawing..." onClick={() => mutate()}>
      Download a sample
    </Button>
  )
}
