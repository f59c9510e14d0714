import { useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { chakra } from '../../ui/chakra.ts'
import { Card } from '../../ui/layout.tsx'
import { TextLink } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { Help } from '../forms/form-parts.tsx'
import { Segments } from '../forms/Segments.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'

/** Switches the course's certificate on or off: saved at once, apart from the form. */
export default function CertificateCard({ courseId }: { courseId: string }) {
  const queries = useQueryClient()
  const requested = adminApi.certificates.offer.queryOptions({ input: { course_id: courseId } })
  const { data } = useQuery({ ...requested, staleTime: 0 })
  const set = useSubmission({
    mutationFn: (offered: boolean) =>
      adminClient.certificates.setOffer({ params: { course_id: courseId }, body: { offered } }),
    onSuccess: (answer) => {
      toast.success(answer.offered ? 'Students get a certificate' : 'No further certificates', { id: 'certificate' })
      queries.setQueryData(requested.queryKey, answer)
    },
    onError: (error) => {
      toast.error('Not saved', { description: errorText(error, 'Please try again.') })
    },
  })
  if (!data) return null
  return (
    <Card display="flex" flexWrap="wrap" alignItems="center" gap="5" px="5" py="3.5" mb="5" aria-busy={set.isPending}>
      <b>Certificate on completion</b>
      <Segments
        label="Certificate on completion"
        value={data.offered ? 'on' : 'off'}
        onChange={(value) => set.mutate(value === 'on')}
        options={[
          ['off', 'Off'],
          ['on', 'On'],
        ]}
      />
      <chakra.div flex="1" minW="180px">
        <Help>
          {data.offered
            ? 'Students who complete every lesson get a certificate as PDF and as Open Badge.'
            : 'Certificates that were issued stay valid.'}{' '}
          {data.offered && <TextLink to={adminPaths.tab('certificates')}>Layout and signature</TextLink>}
        </Help>
      </chakra.div>
    </Card>
  )
}
