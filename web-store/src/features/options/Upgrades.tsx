import type { Upgrade } from 'contract/options/options'
import { useState } from 'react'
import { rich } from '../../language/rich.tsx'
import { t } from '../../language/text.ts'
import { DashboardLine } from '../../shared/DashboardLine.tsx'
import { Button } from '../../ui/Button.tsx'
import { longDateText } from '../../ui/format.ts'
import { later } from '../../ui/later.tsx'
import { Text, VisuallyHidden } from '../../ui/text.tsx'

const UpgradeDialog = later(() => import('./UpgradeDialog.tsx'))

/** Offers longer access to courses that end, a line each. */
export default function Upgrades({ courses }: { courses: readonly Upgrade[] }) {
  const [open, setOpen] = useState<Upgrade>()
  return (
    <>
      {courses.map((course) => (
        <DashboardLine
          key={course.course_id}
          label={t('Longer access to {course}', { course: course.course_name })}
          words={
            <>
              <Text fontWeight="600">{course.course_name}</Text>
              <Text textStyle="sm" color="fg.muted">
                {rich('Your access ends on {day}. Get it for longer and pay only the difference.', {
                  day: <time dateTime={course.ends_at}>{longDateText(new Date(course.ends_at))}</time>,
                })}
              </Text>
            </>
          }
        >
          <Button variant="outline" onClick={() => setOpen(course)}>
            {t('Upgrade')}
            <VisuallyHidden>: {course.course_name}</VisuallyHidden>
          </Button>
        </DashboardLine>
      ))}
      {open && <UpgradeDialog course={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
