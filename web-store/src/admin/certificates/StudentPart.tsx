import type { Page } from '../student/student.queries.ts'
import { Certificates } from './Certificates.tsx'

export default function StudentCertificates({ page }: { page: Page }) {
  return <Certificates user_id={page.user.user_id} />
}
