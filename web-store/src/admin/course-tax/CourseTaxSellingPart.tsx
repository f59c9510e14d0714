import { courseFields } from 'contract/course-tax/course-tax.course-fields'
import type { OwnCourse } from 'contract/courses/courses'
import { z } from 'zod'
import { Help } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { rupees, text } from '../kit/fields.tsx'
import { Form, SaveButton, useForm } from '../kit/form.tsx'

export const way = {
  at: 90,
  title: 'Own GST rate',
  help: 'For a course with another GST rate or SAC than the shop, such as books or exempt courses. Without it, the course has those of your GST settings.',
  summary: ({ gst_rate: rate, gst_code: code }: OwnCourse) =>
    [rate === null || rate === undefined ? '' : rate === 0 ? 'Exempt' : `${rate}%`, code ?? '']
      .filter(Boolean)
      .join(', ') || null,
  suits: ({ kind, free }: OwnCourse) => kind === 'course' && !free,
}

const { gst_rate, gst_code } = courseFields.hidden
const Body = z.object({ gst_rate: gst_rate.nullable(), gst_code: gst_code.nullable() })

const fields = {
  gst_rate: rupees('GST rate (%)', {
    optional: true,
    type: 'text',
    help: '0 is exempt. Empty: the rate of your GST settings.',
  }),
  gst_code: text('SAC or HSN', {
    optional: true,
    maxLength: 8,
    inputMode: 'numeric',
    help: '4, 6 or 8 digits, such as 4901 for books. Empty: the SAC of your GST settings.',
  }),
}

/** Edits GST rate and accounting code of one course. */
export default function CourseTaxSellingPart({ course }: { course: OwnCourse }) {
  const of = { params: { id: course.course_id } }
  const form = useForm(adminApi.courses.update, fields, {
    draft: `course-tax:${course.course_id}`,
    begun: { gst_rate: course.gst_rate, gst_code: course.gst_code },
    schema: Body,
    of,
    undo: () => ({ ...of, body: { gst_rate: course.gst_rate ?? null, gst_code: course.gst_code ?? null } }),
    failed: 'GST of the course not saved',
    fallback: 'It was not saved. Please try again.',
    done: 'Saved. New purchases have it; earlier ones stay',
  })
  return (
    <Form
      form={form}
      layout={[
        <Help key="ask">
          Ask your accountant first: “Which GST rate does this course have, or is it exempt (entry 66), and under which
          SAC or HSN?”
        </Help>,
        ['gst_rate', 'gst_code'],
      ]}
    >
      <div>
        <SaveButton of={form} always>
          Save
        </SaveButton>
      </div>
    </Form>
  )
}
