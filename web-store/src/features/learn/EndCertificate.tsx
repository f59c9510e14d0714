import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { later } from '../../ui/later.tsx'

const CertificateDialog = later(() => import('../../shared/certificate/CertificateDialog.tsx'))

/** At the end of a completed course: the way to its certificate, where it gives one. */
export default function EndCertificate({ courseId }: { courseId: string }) {
  const [open, setOpen] = useState(false)
  const { data } = useQuery({
    ...api.certificates.get.queryOptions({ input: { course_id: courseId } }),
    staleTime: 0,
  })
  if (!data?.certificate && !data?.may_take) return null
  return (
    <>
      <Button variant="white" size="sm" onClick={() => setOpen(true)}>
        {data.certificate ? 'Your certificate' : 'Get your certificate'}
      </Button>
      {open && <CertificateDialog courseId={courseId} onClose={() => setOpen(false)} />}
    </>
  )
}
