import type { Pieces } from '../../platform/features/pieces.ts'

export const pieces: Partial<Pieces> = {
  certificateCourses: '(select course_id from certificate_courses)',
  takenCertificates: '(select user_id, course_id from certificates)',
}
