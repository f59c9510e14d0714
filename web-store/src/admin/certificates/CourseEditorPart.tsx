import { useQuery } from '@tanstack/react-query'
import { chakra } from '../../ui/chakra.ts'
import { Card } from '../../ui/layout.tsx'
import { TextLink } from '../../ui/text.tsx'
import { Help } from '../forms/form-parts.tsx'
import { Segments } from '../forms/Segments.tsx'
import { adminApi } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { useAct } from '../kit/use-act.tsx'

/** Switches the course's certificate on or off: saved at once, apart from the form. */
export default function CertificateCard({ courseId }: { courseId: string }) {
  const { data } = useQuery({
    ...adminApi.certificates.offer.queryOptions({ input: { course_id: courseId } }),
    staleTime: 0,
  })
  const set = useAct(adminApi.certificates.setOffer, {
    of: (offered: boolean) => ({ params: { course_id: courseId }, body: { offered } }),
    done: ({ offered }) => (offered ? 'Students get a certificate' : 'No further certificates'),
    failed: 'Not saved',
  })
  if (!data) return null
  return (
    <Card display="flex" flexWrap="wrap" alignItems="center" gap="5" px="5" py="3.5" mb="5" aria-busy={set.busy}>
      <b>Certificate on completion</b>
      <Segments
        label="Certificate on completion"
        value={data.offered ? 'on' : 'off'}
        onChange={(value) => set.run(value === 'on')}
        options={[
          ['off', 'Off'],
          ['on', 'On'],
        ]}
      />
      <chakra.div flex="1" minW="180px">
        <Help>
          {data.offered
            ? 'Students who complete every lesson get a certificate as a PDF.'
            : 'Certificates that were issued stay valid.'}{' '}
          {data.offered && <TextLink to={adminPaths.tab('certificates')}>Layout and signature</TextLink>}
        </Help>
      </chakra.div>
    </Card>
  )
}
