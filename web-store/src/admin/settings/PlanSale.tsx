import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/layout.tsx'
import { CourseSelect } from '../forms/CourseSelect.tsx'
import { Help, Title } from '../forms/form-parts.tsx'
import { adminPaths } from '../host/admin-paths.ts'

/** A real end of a price, before the decoration below it. */
export function PlanSale() {
  const [course, setCourse] = useState('')
  return (
    <Card padded bg="action.subtle" display="grid" gap="4">
      <div>
        <Title as="h3">A sale with a last day</Title>
        <Help>Lowers the price until a day you choose. Buyers see the old price struck through, and that day.</Help>
      </div>
      <CourseSelect label="Course" first="Choose a course" value={course} onChange={setCourse} />
      <Button asChild justifySelf="start">
        <Link to={course ? adminPaths.tab('courseprice', { course_id: course }) : adminPaths.tab('courses')}>
          Plan a sale
        </Link>
      </Button>
    </Card>
  )
}
