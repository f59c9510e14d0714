import type { Upgrade } from 'contract/options/options'
import { useState } from 'react'
import { rich } from '../../language/rich.tsx'
import { t } from '../../language/text.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { longDateText } from '../../ui/format.ts'
import { later } from '../../ui/later.tsx'
import { Card } from '../../ui/layout.tsx'
import { Text, VisuallyHidden } from '../../ui/text.tsx'

const UpgradeDialog = later(() => import('./UpgradeDialog.tsx'))

/** Offers longer access to courses that end, a line each. */
export default function Upgrades({ courses }: { courses: readonly Upgrade[] }) {
  const [open, setOpen] = useState<Upgrade>()
  return (
    <>
      {courses.map((course) => (
        <Card asChild key={course.course_id}>
          <chakra.section
            aria-label={t('Longer access to {course}', { course: course.course_name })}
            display="flex"
            flexWrap={{ base: 'wrap', md: 'nowrap' }}
            alignItems="center"
            gap="3"
            px={{ base: '4', md: '5' }}
            py="3.5"
            mb="6"
          >
            <chakra.div flex="1 1 100%" minW="0" overflowWrap="anywhere">
              <Text fontWeight="600">{course.course_name}</Text>
              <Text textStyle="sm" color="fg.muted">
                {rich('Your access ends on {day}. Get it for longer and pay only the difference.', {
                  day: <time dateTime={course.ends_at}>{longDateText(new Date(course.ends_at))}</time>,
                })}
              </Text>
            </chakra.div>
            <Button variant="outline" flexShrink="0" w={{ base: 'full', md: 'auto' }} onClick={() => setOpen(course)}>
              {t('Upgrade')}
              <VisuallyHidden>: {course.course_name}</VisuallyHidden>
            </Button>
          </chakra.section>
        </Card>
      ))}
      {open && <UpgradeDialog course={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
