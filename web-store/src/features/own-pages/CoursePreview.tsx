import type { PublicCourse } from 'contract/courses/courses'
import { PreviewContext } from '../../shared/sales/preview.ts'
import { SalesPage } from '../../shared/sales/SalesPage.tsx'

/** The newest save of a sales page, whose buttons buy nothing. A file of its own: other pages load no sales page. */
export default function CoursePreview({ course }: { course: PublicCourse }) {
  return (
    <PreviewContext value={true}>
      <SalesPage course={course} />
    </PreviewContext>
  )
}
