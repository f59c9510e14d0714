import { Certificates } from './Certificates.tsx'

export default function CourseCertificates({ courseId }: { courseId: string }) {
  return <Certificates course_id={courseId} />
}
